package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The guard of all mutable state (sessions, calls, backends, catalogues): it changes only inside a
/// *turn*, and one turn runs at a time. A turn is short. It works on tables and offers messages to
/// outboxes. It never waits, reads or writes, and does nothing that grows with the size of a
/// message. The messages leave after the turn, on the thread that took it, in the way allowed to
/// that thread (see {@link Outbox}).
///
/// Turns run in the order of requests: beside busy readers, a rare caller (a `ping`, a timer) waits
/// for one turn of each reader, not for all of them.
public final class Monitor {
  /// Which thread takes the turn, and therefore how it may write afterwards.
  public enum By {
    /// Reads a client: must stay free for `ping` and cancellation whatever a server or the client
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

    private Outbox.Flush to(Outbox.Role role) {
      return role == Outbox.Role.CLIENT ? toClient : toServer;
    }
  }

  /// The messages that one reader, or one kind of thread, has offered in turns and not flushed yet.
  /// They are kept apart, so that no thread writes those of another in a slower way. Its lock is
  /// only held briefly, by the reader's thread and the thread that handles its end.
  public static final class Unflushed {
    private List<Outbox> outboxes = new ArrayList<>(4);

    private synchronized void add(Outbox to) {
      if (!outboxes.contains(to)) {
        outboxes.add(to);
      }
    }

    private synchronized List<Outbox> take() {
      if (outboxes.isEmpty()) {
        return List.of();
      }
      List<Outbox> taken = outboxes;
      outboxes = new ArrayList<>(4);
      return taken;
    }
  }

  /// How many turns of readers may go before one that another thread waits for. If it were 0, each
  /// turn of each reader would cost a thread switch as soon as there are several readers. The price
  /// is that a `ping` waits for so many more turns.
  static final int MOST_BEFORE = 8;

  private static final Outbox.Role[] SERVERS_FIRST = {Outbox.Role.SERVER, Outbox.Role.CLIENT};

  private final ReentrantLock lock = new ReentrantLock(true);
  private final Pending pending = new Pending();

  // Guarded by the lock, like all state.
  private final Unflushed[] unflushed = {new Unflushed(), new Unflushed(), new Unflushed()};
  private Unflushed current = unflushed[0]; // of the turn under way
  private int before; // turns of readers in a row that went before a waiting thread

  /// What goes on outside turns.
  public Pending pending() {
    return pending;
  }

  /// Runs `body` as a turn of a timer, a tool or a process exit.
  public void turn(Runnable body) {
    turn(By.OTHER, body);
  }

  /// What `look` finds in such a turn.
  public <T> T inTurn(Supplier<T> look) {
    Look<T> turn = new Look<>(look, new ArrayList<>(1));
    turn(turn);
    return turn.seen().getFirst();
  }

  private record Look<T>(Supplier<T> look, List<T> seen) implements Runnable {
    @Override
    public void run() {
      seen.add(look.get());
    }
  }

  /// Runs `body` as a turn. Nested turns of the same thread are part of the outer one. The offered
  /// messages leave before this returns, even if `body` fails.
  public void turn(By by, Runnable body) {
    if (lock.isHeldByCurrentThread()) {
      body.run();
      return;
    }
    List<Outbox> offered = List.of();
    try {
      lock.lock();
      try {
        current = unflushed[by.index];
        body.run();
      } finally {
        offered = current.take();
        lock.unlock();
      }
    } finally {
      flush(by, offered);
    }
  }

  /// A turn of a server's reader. The reader calls {@link #flush} itself, without holding a lock,
  /// before it waits for anything: writing to a client can block.
  ///
  /// @param mine the reader's own messages
  public void turnUnflushed(Unflushed mine, Runnable body) {
    enterAsReader();
    try {
      current = mine;
      body.run();
    } finally {
      lock.unlock();
    }
  }

  /// Lets a reader enter before the threads that wait, but only [#MOST_BEFORE] times in a row.
  private void enterAsReader() {
    if (lock.tryLock()) { // succeeds even if others wait
      if (!lock.hasQueuedThreads()) {
        before = 0;
        return;
      }
      if (++before <= MOST_BEFORE) {
        return;
      }
      lock.unlock();
    }
    lock.lock();
    before = 0;
  }

  /// Writes the messages offered in a reader's turns, in the way allowed to `by`: the reader
  /// itself, or the thread that handles its end.
  public void flush(By by, Unflushed of) {
    flush(by, of.take());
  }

  /// Writes to the servers first, because writing to a client may block.
  private static void flush(By by, List<Outbox> offered) {
    for (Outbox.Role role : SERVERS_FIRST) {
      for (Outbox o : offered) {
        if (o.role() == role) {
          o.flush(by.to(role));
        }
      }
    }
  }

  /// Whether any thread waits for a turn.
  boolean awaited() {
    return lock.hasQueuedThreads();
  }

  /// Checks that the calling thread is in its turn.
  ///
  /// @throws IllegalStateException if it is not
  public void check() {
    if (!lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("outside a turn");
    }
  }

  /// Offers a message to a peer, in a turn. It leaves when the turn has ended.
  ///
  /// @return the message's end, see {@link Outbox#offer}
  /// @throws IllegalStateException outside a turn
  public long offer(Outbox to, Outgoing message) {
    check();
    current.add(to);
    return to.offer(message);
  }
}
