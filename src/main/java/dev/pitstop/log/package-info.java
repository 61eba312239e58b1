/// Pitstop's log: structured lines to stderr and to a file, written by threads of its own, so that
/// a message never waits for a log line, and the user's directories. Of Pitstop it imports only
/// `text`.
///
/// Start with [Log].
package dev.pitstop.log;
