package dev.pitstop.memory;

import java.util.ArrayList;
import java.util.List;

/// The memory that the sessions of one JVM may keep for messages, so that no session takes the heap
/// of the others (docs/design/engine.md). Each has a [Share].
///
/// Two fifths are [#SURE] equal parts. A session may always keep as much as one of these, because
/// nobody gives back what the next one needs. The rest is common. A session may have three quarters
/// of what the others leave of that: nearly half of all if it is alone, while many that are greedy
/// at once get equal parts, and leave some.
///
/// Thread-safe. Its lock is the last in the order of locks.
public final class HeapBudget {
  /// How many sessions are sure of a part, whatever the others keep.
  private static final int SURE = 64;

  private final long heap;
  private final long common;
  private final long own;
  private final List<Share> shares = new ArrayList<>();

  /// @param heap the most bytes that the heap may have
  public HeapBudget(long heap) {
    this.heap = heap;
    long total = heap / 4 * 3; // besides, there is what nobody counts
    this.own = total / 5 * 2 / SURE;
    this.common = total - own * SURE;
  }

  /// The share of a session that begins. It ends with [Share#close].
  public synchronized Share open() {
    Share opened = Share.of(this);
    shares.add(opened);
    return opened;
  }

  synchronized void close(Share share) {
    shares.remove(share);
  }

  /// What is kept by all.
  public synchronized long kept() {
    long sum = 0;
    for (Share s : shares) {
      sum += s.kept;
    }
    return sum;
  }

  /// What a session may keep that is alone.
  long alone() {
    return own + common / 4 * 3;
  }

  long heap() {
    return heap;
  }

  /// Adds to what a share keeps, if that may be.
  ///
  /// @param inAnyCase it is kept already: adds it also if it may not be
  /// @return whether it may be
  synchronized boolean add(Share share, long bytes, boolean inAnyCase) {
    if (!shares.contains(share)) {
      return false; // the session is over
    }
    boolean fits = bytes <= 0 || bytes <= room(share);
    if (fits || inAnyCase) {
      share.kept += bytes;
    }
    return fits;
  }

  /// How much more a share may keep now.
  synchronized long room(Share share) {
    long left = common;
    long all = common + own * SURE;
    for (Share s : shares) {
      all -= s.kept;
      left -= s.equals(share) ? 0 : Math.max(0, s.kept - own);
    }
    long may = own + Math.max(0, left) / 4 * 3 - share.kept;
    return Math.max(0, Math.min(may, all));
  }
}
