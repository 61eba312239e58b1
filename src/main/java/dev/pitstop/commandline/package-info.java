/// Programs that describe their own tools, without processes: what a program says of itself becomes
/// tools, a call's arguments become words, and what a process wrote becomes a tool's result. What
/// users read of it is the design page of command-line tools.
///
/// Nothing here knows a shell: a word stays one word whatever is in it.
///
/// Start with [CliSchema], [Template] and [Output].
package dev.pitstop.commandline;
