package dev.pitstop.rpc;

import java.util.function.LongSupplier;

/// Gives the system back, once it is quiet, the memory that large messages made the heap grow by:
/// nothing else would ever do that, as the little that comes later needs no full collection.
///
/// Told of large messages by one thread; collects on another.
final class HeapTrim {
  /// How long no large message must have come.
  static final long QUIET_MILLIS = 1_000;

  /// The serial collector shrinks the heap in steps: by nothing, a tenth, four tenths, and all that
  /// is too much.
  static final int STEPS = 4;

  /// Runs something later, on a thread that may be held up.
  interface Later {
    void after(long millis, Runnable task);
  }

  private final Later later;
  private final LongSupplier nowMillis;
  private final Runnable collect;

  // Guarded by this: the reader and the task that looks.
  private boolean waiting;
  private long lastMillis;

  HeapTrim() {
    this(HeapTrim::after, () -> System.nanoTime() / 1_000_000, System::gc);
  }

  /// @param nowMillis a clock that never goes back
  /// @param collect collects the garbage
  HeapTrim(Later later, LongSupplier nowMillis, Runnable collect) {
    this.later = later;
    this.nowMillis = nowMillis;
    this.collect = collect;
  }

  private static void after(long millis, Runnable task) {
    Thread.ofVirtual()
        .name("heap trim")
        .start(() -> {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does; the work is done a little sooner
          }
          task.run();
        });
  }

  /// Collects the garbage now, on the caller's thread.
  void collect() {
    collect.run();
  }

  /// A large message has come.
  ///
  /// @param forget drops what was kept for the next one; called when no more have come
  synchronized void large(Runnable forget) {
    lastMillis = nowMillis.getAsLong();
    if (!waiting) {
      lookAfter(QUIET_MILLIS, forget);
    }
  }

  /// With the lock held.
  private void lookAfter(long millis, Runnable forget) {
    try {
      later.after(millis, () -> look(forget));
      waiting = true;
    } catch (OutOfMemoryError e) {
      waiting = false; // no thread to be had: the next large message tries again
    }
  }

  private void look(Runnable forget) {
    synchronized (this) {
      long left = lastMillis + QUIET_MILLIS - nowMillis.getAsLong();
      if (left > 0) {
        lookAfter(left, forget);
        return;
      }
      waiting = false;
    }
    forget.run();
    for (int i = 0; i < STEPS; i++) {
      collect.run();
    }
  }
}
