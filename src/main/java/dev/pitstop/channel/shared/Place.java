package dev.pitstop.channel.shared;

import dev.pitstop.channel.Events;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;

/// A session's place at a shared process, as the process sees it: what is said to it reaches that
/// session only. On any thread; never blocks.
interface Place {
  void hear(Message m);

  /// @param edits on the way to this session
  void hear(Message m, Splice edits);

  void unusable(Events.Unusable what);

  /// Output of the process other than messages.
  void output(StderrRing.Kind kind, String line);
}
