/// Lets a client of one era use a server of the other (docs/design/bridge.md).
package dev.pitstop.session.bridge;
