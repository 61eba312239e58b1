package dev.pitstop.session;

import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;

/// The way out to one client. In turns: what is sent leaves when the turn is over.
final class ClientPort {
  private final Monitor monitor;
  private final Outbox outbox;

  /// Where the last message ends that this thread has sent, in the stream of all.
  private final ThreadLocal<long[]> mine = ThreadLocal.withInitial(() -> new long[1]);

  ClientPort(Monitor monitor, Outbox outbox) {
    this.monitor = monitor;
    this.outbox = outbox;
  }

  void send(Outgoing message) {
    mine.get()[0] = monitor.offer(outbox, message);
  }

  /// A message that is one array.
  void send(byte[] message) {
    send(Outgoing.of(message));
  }

  /// Waits while more than this many bytes wait for the client. Not in a turn.
  void awaitRoom(long bytes) throws InterruptedException {
    outbox.awaitRoom(bytes);
  }

  /// Waits while of what this thread has sent, and all that was before it, more than this many
  /// bytes wait for the client: a server that floods waits for itself, and nobody else for it (M7).
  /// Not in a turn.
  void awaitMine(long bytes) throws InterruptedException {
    outbox.awaitLeft(mine.get()[0], bytes);
  }
}
