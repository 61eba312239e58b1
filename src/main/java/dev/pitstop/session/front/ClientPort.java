package dev.pitstop.session.front;

import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;

/// The way out to one client. Messages are sent in turns and leave after the turn.
public final class ClientPort {
  private final Monitor monitor;
  private final Outbox outbox;

  /// The end of this thread's last message, in the stream of all messages.
  private final ThreadLocal<long[]> mine = ThreadLocal.withInitial(() -> new long[1]);

  public ClientPort(Monitor monitor, Outbox outbox) {
    this.monitor = monitor;
    this.outbox = outbox;
  }

  public void send(Outgoing message) {
    mine.get()[0] = monitor.offer(outbox, message);
  }

  /// Sends a message that is one array.
  public void send(byte[] message) {
    send(Outgoing.of(message));
  }

  /// Waits while more than this many bytes are queued for the client. Do not call it in a turn.
  public void awaitRoom(long bytes) throws InterruptedException {
    outbox.awaitRoom(bytes);
  }

  /// Waits while more than this many bytes are queued of this thread's messages and everything
  /// before them. So a server that floods waits for its own messages only, and delays no other
  /// server (M7). Do not call it in a turn.
  public void awaitMine(long bytes) throws InterruptedException {
    outbox.awaitLeft(mine.get()[0], bytes);
  }
}
