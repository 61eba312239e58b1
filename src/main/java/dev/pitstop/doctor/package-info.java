/// `pitstop doctor` (U2): starts a server as a client would, looks at it, and says what a client
/// will trip over, each with a remedy.
///
/// Two halves. The *visits* ([ProgramVisit], [DaemonVisit], [ToolsVisit]) start a server and talk
/// to it through the channels that a session uses, and collect facts; they wait, and run on the
/// program's main thread. The *checks* ([StartCheck], [EraCheck], [ListsCheck], [SchemaCheck],
/// [NamesCheck], …) are pure functions from facts to findings. What known clients do stands in one
/// table, [Clients].
///
/// Nothing here shows values of the environment or of headers: [Secrets] takes them out of all that
/// is quoted.
///
/// Start with [Doctor] and [Finding].
package dev.pitstop.doctor;
