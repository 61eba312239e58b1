/// Servers that are command-line programs: each run is one description of the program's tools, and
/// each call a process. Start with [dev.pitstop.channel.cli.Cli], `CliRun`, `CliInbox` and
/// `CliProcess`.
package dev.pitstop.channel.cli;
