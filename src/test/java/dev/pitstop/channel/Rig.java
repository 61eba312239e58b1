package dev.pitstop.channel;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;

/// A channel under test and what is around it.
///
/// @param <P> what the test can do on the other side
public interface Rig<P extends Peer> extends AutoCloseable {
  int MAX_MESSAGE = 256 * 1024;

  Channel channel();

  /// A channel whose runs are refused.
  Channel refusing();

  /// The other side of a run that has been opened.
  P peer(Link link);

  Monitor monitor();

  FakeTimers timers();

  StderrRing ring();

  /// Ends what is left.
  @Override
  void close();
}
