/// Servers that are commands: each run is a process that speaks over its pipes. Start with
/// [dev.pitstop.channel.stdio.Stdio] and `Ending`.
package dev.pitstop.channel.stdio;
