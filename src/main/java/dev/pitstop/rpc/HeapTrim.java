package dev.pitstop.rpc;

import java.util.function.LongSupplier;

/// Keeps the heap small under large messages, and returns the memory to the system when no more
/// large messages come. Nothing else does that, because small messages never need a full
/// collection. Every reader of messages has one: the readers of lines, of daemons, and of
/// command-line programs.
///
/// Large arrays go directly to the old generation, and the serial collector lets it grow to the
/// heap's limit before it collects: a few messages of some MiB would grow a process from 40 MiB to
/// 250 MiB for good. A full collection takes some milliseconds, because little is alive. It is
/// requested when [#COLLECT_AFTER] bytes have been allocated and the heap has grown by as much
/// since the last one. (Messages of a MiB or two start in the young generation and mostly end
/// there, so the heap hardly grows.)
///
/// A message can stay alive longer: a request that its server has not answered, or an answer that
/// the client has not read. As long as more memory is in use than before, the check is repeated
/// after one second, two, four and so on.
///
/// Thread-safe.
public final class HeapTrim {
  /// The heap counts as quiet when no large message has come for so long.
  static final long QUIET_MILLIS = 1_000;

  /// How many collections shrink the heap. The serial collector shrinks it in steps: by nothing, by
  /// a tenth, by four tenths, and by all of the surplus.
  static final int STEPS = 4;

  /// How often the check is repeated, over four minutes in all. Memory that lives longer is meant
  /// to stay.
  static final int MOST_LOOKS = 7;

  private static final int COLLECT_AFTER = 24 * 1024 * 1024;

  /// Smaller arrays begin in the young generation, which takes care of itself.
  public static final int LARGE = 512 * 1024;

  /// Runs a task later, on a thread that the task may block.
  interface Later {
    void after(long millis, Runnable task);
  }

  private final Later later;
  private final LongSupplier nowMillis;
  private final Runnable collect;
  private final LongSupplier used;

  // Guarded by this.
  private boolean waiting;
  private long lastMillis;
  private long task; // the number of the waiting task; older tasks do nothing
  private int looks; // since it became quiet
  private long atRest; // bytes in use when the heap was last quiet
  private long allocated; // bytes of large arrays since the last collection
  private long usedThen; // bytes in use after that collection, or before the first large array

  /// A trim for the heap of this process.
  public HeapTrim() {
    this(HeapTrim::after, () -> System.nanoTime() / 1_000_000, System::gc, HeapTrim::used);
  }

  /// @param nowMillis a clock that never goes back
  /// @param collect collects the garbage
  /// @param used bytes of the heap that are in use, garbage included
  HeapTrim(Later later, LongSupplier nowMillis, Runnable collect, LongSupplier used) {
    this.later = later;
    this.nowMillis = nowMillis;
    this.collect = collect;
    this.used = used;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// Runs the task on a platform thread. The first virtual thread starts threads of its own. If
  /// there is no memory for these, the class is unusable for good, and every later attempt throws
  /// `NoClassDefFoundError`.
  private static void after(long millis, Runnable task) {
    Thread.ofPlatform()
        .daemon()
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

  /// Reports that a message has been passed on. May collect garbage on the caller's thread: call it
  /// outside turns, where time matters least.
  ///
  /// @param bytes about the memory that all copies of it took; up to [#LARGE] nothing happens
  public void passed(long bytes) {
    if (bytes > LARGE) {
      allocates(bytes, () -> {});
      collect();
    }
  }

  /// Reports that an array is about to be allocated.
  ///
  /// @param forget drops what the caller kept for the next array; called when no more have come
  synchronized void allocates(long bytes, Runnable forget) {
    if (bytes <= LARGE) {
      return;
    }
    if (usedThen == 0) {
      usedThen = used.getAsLong();
      atRest = usedThen;
    }
    allocated += bytes;
    lastMillis = nowMillis.getAsLong();
    if (!waiting || looks > 0) {
      looks = 0;
      lookAfter(QUIET_MILLIS, forget);
    }
  }

  /// Collects the garbage on the caller's thread if there may be much.
  void collect() {
    synchronized (this) {
      if (allocated <= COLLECT_AFTER || used.getAsLong() - usedThen <= COLLECT_AFTER) {
        return;
      }
      allocated = 0;
    }
    collect.run();
    synchronized (this) {
      usedThen = used.getAsLong();
    }
  }

  /// Called with the lock held.
  private void lookAfter(long millis, Runnable forget) {
    long number = ++task;
    try {
      later.after(millis, () -> look(number, forget));
      waiting = true;
    } catch (OutOfMemoryError e) {
      waiting = false; // no thread can be started: the next large message tries again
    }
  }

  private void look(long number, Runnable forget) {
    synchronized (this) {
      if (number != task) {
        return;
      }
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
    looked(number, forget);
  }

  private synchronized void looked(long number, Runnable forget) {
    if (number != task) {
      return; // another large array has come
    }
    long now = used.getAsLong();
    if (now - atRest > LARGE && looks < MOST_LOOKS) {
      looks++;
      lookAfter(QUIET_MILLIS << looks, forget);
    } else {
      looks = 0;
      atRest = now;
    }
  }
}
