package dev.pitstop.backend;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;

/// Learns every message between Pitstop and the runs of a server. Must not block.
public interface Tap {
  /// A message is sent to a run. Called in turns.
  void sent(int run, Outgoing message);

  /// A message of a run has arrived. Called on its reader's thread.
  void received(int run, Message message);

  /// A build has succeeded. Called in turns.
  void built();
}
