/// The recording of a session: its calls with requests and responses, and without secrets, as lines
/// of JSON in a file. Writes recordings without slowing the session, and reads them.
package dev.pitstop.recording;
