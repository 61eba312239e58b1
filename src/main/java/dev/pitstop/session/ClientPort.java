package dev.pitstop.session;

import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;

/// The way out to one client. In turns: what is sent leaves when the turn is over.
final class ClientPort {
  private final Monitor monitor;
  private final Outbox outbox;

  ClientPort(Monitor monitor, Outbox outbox) {
    this.monitor = monitor;
    this.outbox = outbox;
  }

  void send(Outgoing message) {
    monitor.offer(outbox, message);
  }

  /// A message that is one array.
  void send(byte[] message) {
    send(Outgoing.of(message));
  }

  /// Waits while more than this many bytes wait for the client. Not in a turn.
  void awaitRoom(long bytes) throws InterruptedException {
    outbox.awaitRoom(bytes);
  }
}
