package dev.pitstop.memory;

import java.util.Optional;

/// What one session may keep in memory. In a JVM of its own a session has the whole heap, and its
/// limits are those of its options.
public final class Share {
  /// Whoever keeps no more than so many bytes need not say so: a session that is usual asks nobody.
  /// Hundreds of sessions have room for some of these.
  public static final int UNCOUNTED = 256 * 1024;

  /// So many times its length must be free for a message: reading takes twice its length.
  private static final int OF_A_HEAP = 3;

  private static final int OF_A_SHARE = 2;

  private static final Share WHOLE = new Share(Optional.empty());

  private final Optional<HeapBudget> budget;
  long kept; // guarded by the budget

  private Share(Optional<HeapBudget> budget) {
    this.budget = budget;
  }

  /// The share of a session that has a heap of its own.
  public static Share whole() {
    return WHOLE;
  }

  static Share of(HeapBudget budget) {
    return new Share(Optional.of(budget));
  }

  /// Whether others have shares of the same heap.
  public boolean isPart() {
    return budget.isPresent();
  }

  /// Something that keeps bytes, and keeps none yet.
  public Holding holding() {
    return new Holding(this);
  }

  /// How many bytes more the session may keep now.
  long room() {
    return budget.isPresent() ? budget.get().room(this) : Long.MAX_VALUE;
  }

  boolean add(long bytes, boolean inAnyCase) {
    return budget.isEmpty() || budget.get().add(this, bytes, inAnyCase);
  }

  /// The longest message that the session can handle while it is alone.
  public long longestMessage() {
    return budget.isPresent()
        ? budget.get().alone() / OF_A_SHARE
        : Runtime.getRuntime().maxMemory() / OF_A_HEAP;
  }

  /// How many times the length of its messages a heap must have.
  public int heapFor() {
    return budget.isPresent()
        ? (int) (budget.get().heap() / Math.max(1, budget.get().alone()) + 1) * OF_A_SHARE
        : OF_A_HEAP;
  }

  /// The session is over: it keeps nothing, and may keep nothing any more.
  public void close() {
    budget.ifPresent(b -> b.close(this));
  }
}
