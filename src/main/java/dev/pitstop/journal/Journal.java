package dev.pitstop.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The journal of a session: what happened last, up to [#MOST_BYTES]. Older entries fall out, and a
/// reader that missed some learns how many. Never waits for a reader. On any thread.
public final class Journal {
  /// How much is kept in memory, messages included.
  public static final long MOST_BYTES = 16L * 1024 * 1024;

  /// What a reader gets.
  ///
  /// @param missed how many entries before the first of these fell out unread
  /// @param entries in order
  /// @param next where to go on: the number of the last entry that was read or missed
  public record Page(long missed, List<JournalEntry> entries, long next) {}

  private static final JournalEntry FREE =
      new JournalEntry(0, 0, new Happened.Told("", "")); // in places without an entry

  private final long most;

  // A ring. Guarded by `this`, like all that follows.
  private JournalEntry[] ring = places(64); // its length is a power of two
  private int first; // index of the oldest entry
  private int count;
  private long last; // number of the newest entry
  private long bytes;
  private int waiting; // readers
  private long calls;
  private boolean closed;

  public Journal() {
    this(MOST_BYTES);
  }

  /// @param most how many bytes are kept
  Journal(long most) {
    this.most = most;
  }

  /// The number of a new call.
  public synchronized long newCall() {
    return ++calls;
  }

  /// Adds an entry.
  public void append(Happened what) {
    long now = System.currentTimeMillis();
    synchronized (this) {
      JournalEntry entry = new JournalEntry(++last, now, what);
      if (count == ring.length) {
        grow();
      }
      ring[(first + count) & (ring.length - 1)] = entry;
      count++;
      bytes += entry.size();
      while (bytes > most && count > 1) {
        bytes -= ring[first].size();
        ring[first] = FREE;
        first = (first + 1) & (ring.length - 1);
        count--;
      }
      if (waiting > 0) {
        notifyAll();
      }
    }
  }

  private static JournalEntry[] places(int number) {
    JournalEntry[] places = new JournalEntry[number];
    Arrays.fill(places, FREE);
    return places;
  }

  private void grow() {
    JournalEntry[] wider = places(ring.length * 2);
    for (int i = 0; i < count; i++) {
      wider[i] = ring[(first + i) & (ring.length - 1)];
    }
    ring = wider;
    first = 0;
  }

  /// The number of the newest entry; 0 if there is none.
  public synchronized long last() {
    return last;
  }

  /// The entries after this one.
  ///
  /// @param most the most entries
  public synchronized Page after(long seq, int most) {
    long oldest = last - count + 1;
    long from = Math.max(seq + 1, oldest);
    int amount = (int) Math.clamp(last - from + 1, 0, most);
    List<JournalEntry> entries = new ArrayList<>(amount);
    for (int i = 0; i < amount; i++) {
      entries.add(ring[(int) (first + from - oldest + i) & (ring.length - 1)]);
    }
    return new Page(Math.max(0, from - seq - 1), entries, Math.max(seq, from - 1 + amount));
  }

  /// Waits until there is an entry after this one, or until the journal is closed.
  public synchronized void await(long seq) throws InterruptedException {
    waiting++;
    try {
      while (last <= seq && !closed) {
        wait();
      }
    } finally {
      waiting--;
    }
  }

  /// Waits until the journal is closed.
  ///
  /// @return whether it is
  public synchronized boolean awaitClose(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; !closed && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      wait(left); // new entries wake it too
    }
    return closed;
  }

  /// The session is over: nothing more will be read after what is here now.
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
