package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Peer;

/// The other side of a run that is a process.
interface StdioPeer extends Peer {
  /// Writes to stdout without a line break.
  void write(String text);

  /// Writes a line to stderr.
  void complain(String line);

  void closeStdout();

  void closeStdin();

  /// Ends by itself, but somebody that it left behind keeps its stdout and stderr.
  void exitLeavingPipesOpen(int status);
}
