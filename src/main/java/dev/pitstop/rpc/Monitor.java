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
    CLIENT_READER(0, Outbox.Flush.LATER, Outbox.Flush.IF_ROOM),
    /// Reads a server's stdout: may wait for the client, never for a server.
    SERVER_READER(1, Outbox.Flush.DIRECT, Outbox.Flush.IF_ROOM),
    /// Timers, tools, process exits.
    OTHER(2, Outbox.Flush.LATER, Outbox.Flush.LATER);

    private final int index;
    private final Outbox.Flush toClient;
    private final Outbox.Flush toServer;

    By(int index, Outbox.Flush toClient, Outbox.Flush toServer) {
      this.index = index;
      this.toClient = toClient;
      this.toServer = toServer;
    }
  }

  /// Turns after which a burst is flushed although it goes on.
  private static final int BURST = 64;

  /// What was offered in turns of one kind of thread since it flushed last. Kinds are kept apart,
  /// so that none has to write another's in its own, slower way.
  private static final class Unflushed {
    private final List<Outbox> servers = new ArrayList<>(4);
    private boolean client;
    private int turns;
  }

  // Guarded by this, like all state of the session.
  private final Outbox client;
  private final Unflushed[] unflushed = {new Unflushed(), new Unflushed(), new Unflushed()};
  private Unflushed current = unflushed[0]; // of the turn under way

  /// @param client the outbox towards the client; all others lead to servers
  public Monitor(Outbox client) {
    this.client = client;
  }

  /// Runs `body` as a turn; nested turns of the same thread are part of the outer one. What it
  /// offered leaves before this returns, also when `body` fails.
  public void turn(By by, Runnable body) {
    if (Thread.holdsLock(this)) {
      body.run();
      return;
    }
    try {
      synchronized (this) {
        current = unflushed[by.index];
        body.run();
      }
    } finally {
      flush(by);
    }
  }

  /// A turn of a reader that may have more to read at once: what it offers may wait for the next
  /// turns, so that a burst of messages costs one write instead of one each. The reader must {@link
  /// #flush} before it waits for anything. Nothing is kept for more than {@link #BURST} turns.
  public void turnInBurst(By by, Runnable body) {
    boolean enough;
    synchronized (this) {
      current = unflushed[by.index];
      body.run();
      current.turns++;
      enough = current.turns >= BURST;
    }
    if (enough) {
      flush(by);
    }
  }

  /// Gets moving what turns by `by` have offered, in the way it may write.
  public void flush(By by) {
    Outbox server = client;
    List<Outbox> more = List.of();
    boolean toClient;
    int servers;
    synchronized (this) {
      Unflushed mine = unflushed[by.index];
      mine.turns = 0;
      toClient = mine.client;
      mine.client = false;
      servers = mine.servers.size();
      if (servers == 1) {
        server = mine.servers.getFirst();
      } else if (servers > 1) {
        more = List.copyOf(mine.servers);
      }
      mine.servers.clear();
    }
    if (servers == 1) {
      server.flush(by.toServer);
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
    current.client = true;
  }

  /// Offers a message to a server.
  ///
  /// @return its end, as {@link Outbox#offer}
  public long toServer(Outbox server, byte[] message) {
    check();
    if (!current.servers.contains(server)) {
      current.servers.add(server);
    }
    return server.offer(message);
  }
}
