package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// The memory of a reader for lines beyond its buffer: the chunks in which one is collected, kept
/// for the next long line, and a count of the large arrays that were allocated.
///
/// The count is for the collector's sake. Large arrays go to the old generation at once, and the
/// serial collector lets that grow to the heap's limit before it collects it: a few messages of
/// some MiB would make a process of 40 MiB one of 250, for good. A full collection of the little
/// that lives here takes some milliseconds, so one is asked for when [#COLLECT_AFTER] bytes have
/// been allocated and the heap has grown by as much since the last one. (Messages of a MiB or two
/// begin in the young generation, and most of them end there: it grows by little then.)
///
/// One thread, and the one that forgets the chunks when it has become quiet.
final class LongLines {
  private static final int COLLECT_AFTER = 24 * 1024 * 1024;

  /// Smaller arrays begin in the young generation, which takes care of itself.
  private static final int LARGE = 512 * 1024;

  /// Chunks of longer lines are not kept.
  private static final int KEPT = 8 * 1024 * 1024;

  /// When so many short lines follow, the long one was an exception.
  private static final int PATIENCE = 64;

  private final HeapTrim trim;
  private final LongSupplier used;

  // Guarded by this.
  private final List<byte[]> chunks = new ArrayList<>(0);
  private boolean collecting; // a line is under way

  private int shortLines;
  private long allocated; // large arrays since the last collection
  private long usedThen; // after that, or before the first large array

  LongLines(HeapTrim trim) {
    this(trim, LongLines::used);
  }

  /// @param used bytes of the heap that are in use, garbage included
  LongLines(HeapTrim trim, LongSupplier used) {
    this.trim = trim;
    this.used = used;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// The chunk of that number, made of that size if there is none yet. With the first one a line
  /// begins, which ends with [#join] or [#clear].
  synchronized byte[] chunk(int number, int size) {
    collecting = true;
    if (number == chunks.size()) {
      chunks.add(allocate(size));
    }
    return chunks.get(number);
  }

  /// The bytes from `start` to `end` of what the chunks hold.
  synchronized byte[] join(int start, int end) {
    byte[] joined = allocate(end - start);
    int skip = start;
    int at = 0;
    for (int i = 0; at < joined.length; i++) {
      byte[] chunk = chunks.get(i);
      int n = Math.min(chunk.length - skip, joined.length - at);
      System.arraycopy(chunk, skip, joined, at, n);
      at += n;
      skip = 0;
    }
    collecting = false;
    shortLines = 0;
    long kept = 0;
    for (int i = 0; i < chunks.size(); i++) {
      kept += chunks.get(i).length;
      if (kept > KEPT) {
        chunks.subList(i, chunks.size()).clear();
      }
    }
    return joined;
  }

  private byte[] allocate(int size) {
    if (size > LARGE) {
      if (usedThen == 0) {
        usedThen = used.getAsLong();
      }
      allocated += size;
      trim.large(this::forget);
    }
    return new byte[size];
  }

  private synchronized void forget() {
    if (!collecting) {
      chunks.clear();
    }
  }

  /// A line came that did not need this.
  synchronized void shortLine() {
    if (!chunks.isEmpty() && ++shortLines > PATIENCE) {
      clear();
    }
  }

  /// Keeps nothing.
  synchronized void clear() {
    collecting = false;
    chunks.clear();
  }

  /// Collects the garbage if there may be much. To be called where time matters least: before the
  /// reader waits, never in a turn.
  void collect() {
    if (allocated > COLLECT_AFTER && used.getAsLong() - usedThen > COLLECT_AFTER) {
      allocated = 0;
      trim.collect();
      usedThen = used.getAsLong();
    }
  }
}
