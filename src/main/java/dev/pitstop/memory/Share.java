package dev.pitstop.memory;

import java.util.Optional;

/// What one session may keep in memory. In a JVM of its own a session has the whole heap, and its
/// limits are those of its options.
public final class Share {
  /// Whoever keeps no more than so many bytes need not say so: a session that is usual asks nobody.
  /// Hundreds of sessions have room for some of these.
  public static final int UNCOUNTED = 256 * 1024;

  /// How often a message is in memory while it is read, or waits for somebody slow.
  private static final int COPIES = 3;

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
    long mine = budget.isPresent() ? budget.get().alone() : Runtime.getRuntime().maxMemory();
    return mine / COPIES;
  }

  /// The heap that messages of this length need.
  public long heapFor(long message) {
    return budget.isPresent()
        ? COPIES * message * (budget.get().heap() / Math.max(1, budget.get().alone()) + 1)
        : COPIES * message;
  }

  /// The session is over: it keeps nothing, and may keep nothing any more.
  public void close() {
    budget.ifPresent(b -> b.close(this));
  }
}
