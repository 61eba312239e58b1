package dev.pitstop.channel.shared;

import dev.pitstop.channel.Teller;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import java.util.ArrayDeque;
import java.util.Optional;

/// What a session is told by a shared server, in order, on a lane of its own: its client may not
/// read. Any thread may put something in; only the reader of the process waits for room.
final class Inbox {
  /// From this many bytes on, the process's reader waits for this session.
  static final long MOST_WAITING = 8L * 1024 * 1024;

  /// How many times as long as it may take nothing it may take too little.
  private static final int TIMES = 10;

  private sealed interface Item {
    long bytes();
  }

  private record Heard(Message message, Optional<Splice> edits) implements Item {
    @Override
    public long bytes() {
      return message.bytes().length;
    }
  }

  private record Told(Runnable what, long bytes) implements Item {}

  private final Teller teller;
  private Optional<Lane> lane = Optional.empty(); // set before the session has the seat

  // Guarded by this.
  private final ArrayDeque<Item> items = new ArrayDeque<>();
  private long waiting; // bytes
  private boolean posted; // the lane has a task for them

  Inbox(Teller teller) {
    this.teller = teller;
  }

  void begin(Lane own) {
    lane = Optional.of(own);
  }

  /// Does something in its order.
  void tell(Runnable what) {
    put(new Told(what, 0));
  }

  /// @param bytes that it keeps until then
  void tell(Runnable what, long bytes) {
    put(new Told(what, bytes));
  }

  /// @param edits that the message gets on its way
  void hear(Message m, Optional<Splice> edits) {
    put(new Heard(m, edits));
  }

  private void put(Item item) {
    boolean post;
    synchronized (this) {
      items.add(item);
      waiting += item.bytes();
      post = !posted;
      posted = true;
    }
    if (post) {
      lane.ifPresent(l -> l.post(this::deliver));
    }
  }

  private synchronized Optional<Item> take() {
    Optional<Item> next = Optional.ofNullable(items.poll());
    if (next.isEmpty()) {
      posted = false;
    } else {
      waiting -= next.get().bytes();
    }
    notifyAll();
    return next;
  }

  private void deliver() {
    Burst burst = new Burst(teller::received);
    for (Optional<Item> next = take(); next.isPresent(); next = take()) {
      if (next.get() instanceof Heard h) {
        if (burst.add(edited(h))) {
          rest();
        }
      } else if (next.get() instanceof Told t) {
        burst.end();
        t.what().run();
      }
    }
    burst.end();
  }

  private static Message edited(Heard h) {
    return h.edits().isPresent() ? Codec.parse(h.edits().get().apply()) : h.message();
  }

  /// Writes to the client what it was told, and waits for it to be read. On the lane.
  void rest() {
    try {
      teller.beforeRead();
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits while much waits for this session, as long as it takes some of it. For the reader of the
  /// process, whose other sessions wait meanwhile.
  ///
  /// @return whether there is room; if not, it has taken nothing for this time, or too little for
  ///   ten times as long
  synchronized boolean awaitRoom(long millis) throws InterruptedException {
    for (int i = 0; waiting > MOST_WAITING; i++) {
      long before = waiting;
      long end = System.nanoTime() + millis * 1_000_000;
      for (long left = millis; left > 0 && waiting > MOST_WAITING; ) {
        wait(left);
        left = (end - System.nanoTime() + 999_999) / 1_000_000;
      }
      if (waiting >= before || i == TIMES) {
        return waiting <= MOST_WAITING;
      }
    }
    return true;
  }
}
