/// Command-line programs that describe their own tools: a program's description becomes tools, a
/// call's arguments become words, and a process's output becomes a tool result. This package starts
/// no process. Users read docs/cli.md about it.
///
/// No shell is involved: a word stays one word whatever it contains.
///
/// Start with [CliSchema], [Template] and [Output].
package dev.pitstop.commandline;
