package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The guard of all mutable state (sessions, calls, backends, catalogues): it changes only inside a
/// *turn*, and one turn runs at a time. A turn is short. It works on tables and offers messages to
/// outboxes. It never waits, reads or writes, and does nothing that grows with the size of a
/// message. The messages leave after the turn.
///
/// One rule says who writes to a peer. To a server, whoever took the turn writes what surely fits
/// into its pipe, so nobody waits for a server. To a client, only the reader of a server's stdout
/// writes, since it may wait for the client; the outbox's own thread writes for all others. So
/// whoever reads a client stays free for `ping` and cancellation (see {@link Outbox}).
///
/// Turns run in the order of requests: beside busy readers, a rare caller (a `ping`, a timer) waits
/// for one turn of each reader, not for all of them.
public final class Monitor {
  /// The messages that one reader, or that plain turns, have offered and not flushed yet. They are
  /// kept apart, so that no thread writes those of another in a slower way. Its lock is only held
  /// briefly, by the reader's thread and the thread that handles its end.
  public static final class Unflushed {
    private final List<Outbox> outboxes = new ArrayList<>(4);

    /// Servers come first, because writing to a client may block.
    private synchronized void add(Outbox to) {
      if (!outboxes.contains(to)) {
        outboxes.add(to.role() == Outbox.Role.SERVER ? 0 : outboxes.size(), to);
      }
    }

    private synchronized List<Outbox> take() {
      List<Outbox> taken = List.copyOf(outboxes);
      outboxes.clear();
      return taken;
    }
  }

  /// How many turns of readers may go before one that another thread waits for. If it were 0, each
  /// turn of each reader would cost a thread switch as soon as there are several readers. The price
  /// is that a `ping` waits for so many more turns.
  static final int MOST_BEFORE = 8;

  private final ReentrantLock lock = new ReentrantLock(true);

  // Guarded by the lock, like all state.
  private final Unflushed unflushed = new Unflushed(); // of a plain turn
  private Unflushed current = unflushed; // of the turn under way
  private int before; // turns of readers in a row that went before a waiting thread

  /// What `look` finds in a turn.
  public <T> T inTurn(Supplier<T> look) {
    List<T> seen = new ArrayList<>(1);
    turn(() -> seen.add(look.get()));
    return seen.getFirst();
  }

  /// Runs `body` as a turn. Nested turns of the same thread are part of the outer one. The offered
  /// messages leave before this returns, even if `body` fails.
  public void turn(Runnable body) {
    if (lock.isHeldByCurrentThread()) {
      body.run();
      return;
    }
    lock.lock();
    try {
      current = unflushed;
      body.run();
    } finally {
      List<Outbox> offered = unflushed.take();
      lock.unlock();
      flush(offered, false);
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

  /// Writes the messages offered in a reader's turns.
  ///
  /// @param mayBlock whether that reader calls, which may wait for the client; not so another
  ///   thread after the reader's end
  public void flush(Unflushed of, boolean mayBlock) {
    flush(of.take(), mayBlock);
  }

  private static void flush(List<Outbox> offered, boolean mayBlock) {
    for (Outbox to : offered) {
      to.flush(mayBlock);
    }
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
