/// `pitstop doctor` (U2): starts a server as a client would, examines it, and reports what a client
/// will trip over, each finding with a remedy.
///
/// The package has two halves. The *visits* ([ProgramVisit], [DaemonVisit], [ToolsVisit]) start a
/// server, talk to it through the channels that a session uses, and collect facts; they block the
/// program's main thread. The *checks* ([StartCheck], [EraCheck], [ListsCheck], [SchemaCheck],
/// [NamesCheck], …) are pure functions from facts to findings. One table, [Clients], holds what
/// known clients do.
///
/// No output shows values of the environment or of headers: [Secrets] removes them from every
/// quotation.
///
/// Start with [Doctor] and [Finding].
package dev.pitstop.doctor;
