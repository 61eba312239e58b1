/// Many sessions in one resident JVM, each for a front of its own (docs/design/engine.md).
package dev.pitstop.engine;
