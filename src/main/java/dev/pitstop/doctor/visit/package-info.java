/// Starts a server as clients would, and collects the facts that `check` turns into findings.
/// [ProgramVisit], [DaemonVisit] and [ToolsVisit] each examine one kind of server, in
/// [Conversation]s with its runs. Processes and time come in through a [Machine].
package dev.pitstop.doctor.visit;
