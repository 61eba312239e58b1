/// Pitstop's log: structured lines to stderr and to a file, written by threads of its own, so that
/// a message never waits for a log line (O2, O3). A leaf: imports nothing else of Pitstop.
package dev.pitstop.log;
