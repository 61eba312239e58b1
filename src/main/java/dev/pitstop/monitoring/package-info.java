/// A running session seen from another process: where its socket and its journal are, and what they
/// say. The sessions' side is `session.monitoring`.
package dev.pitstop.monitoring;
