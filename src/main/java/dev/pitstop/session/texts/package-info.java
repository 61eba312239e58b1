/// Every sentence that an agent reads, made from facts. Nothing here changes state.
package dev.pitstop.session.texts;
