package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;

/// The one mutator: all of a session's state (calls, backends, catalogues) is changed inside a
/// *turn*, one at a time. A turn is short: it does table work and offers messages to outboxes, and
/// never waits, reads or writes; the messages leave after the turn, on the thread that took it, in
/// the way that thread is allowed to (see {@link Outbox}).
public final class Monitor {
  /// Which thread takes the turn, and therefore how it may write afterwards.
  public enum By {
    /// Reads the client: must stay free for `ping` and cancellation whatever a server or the client
    /// does.
    CLIENT_READER(Outbox.Flush.LATER, Outbox.Flush.IF_ROOM),
    /// Reads a server's stdout: may wait for the client, never for a server.
    SERVER_READER(Outbox.Flush.DIRECT, Outbox.Flush.IF_ROOM),
    /// Timers, tools, process exits.
    OTHER(Outbox.Flush.LATER, Outbox.Flush.LATER);

    private final Outbox.Flush toClient;
    private final Outbox.Flush toServer;

    By(Outbox.Flush toClient, Outbox.Flush toServer) {
      this.toClient = toClient;
      this.toServer = toServer;
    }
  }

  private final Outbox client;
  private final List<Outbox> dirty = new ArrayList<>(4); // servers written to in this turn
  private boolean clientDirty;

  /// @param client the outbox towards the client; all others lead to servers
  public Monitor(Outbox client) {
    this.client = client;
  }

  /// Runs `body` as a turn; nested turns of the same thread are part of the outer one.
  public void turn(By by, Runnable body) {
    if (Thread.holdsLock(this)) {
      body.run();
      return;
    }
    Outbox first = client;
    List<Outbox> more = List.of();
    boolean toClient;
    int servers;
    synchronized (this) {
      body.run();
      toClient = clientDirty;
      clientDirty = false;
      servers = dirty.size();
      if (servers == 1) {
        first = dirty.getFirst();
      } else if (servers > 1) {
        more = List.copyOf(dirty);
      }
      dirty.clear();
    }
    if (servers == 1) {
      first.flush(by.toServer);
    }
    for (Outbox o : more) {
      o.flush(by.toServer);
    }
    if (toClient) {
      client.flush(by.toClient);
    }
  }

  /// Asserts that the calling thread is in its turn.
  public void check() {
    assert Thread.holdsLock(this) : "outside a turn";
  }

  /// Offers a message to the client.
  public void toClient(byte[] message) {
    check();
    client.offer(message);
    clientDirty = true;
  }

  /// Offers a message to a server.
  ///
  /// @return its end, as {@link Outbox#offer}
  public long toServer(Outbox server, byte[] message) {
    check();
    if (!dirty.contains(server)) {
      dirty.add(server);
    }
    return server.offer(message);
  }
}
