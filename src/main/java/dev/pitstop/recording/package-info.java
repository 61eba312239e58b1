/// The recording of a session: every message with its direction, as lines of JSON in a file. Writes
/// recordings without slowing the session, and reads them.
package dev.pitstop.recording;
