package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;

/// A reader's memory for lines that are longer than its buffer: the chunks in which a line is
/// collected. They are kept for the next long line. [HeapTrim] hears of each allocation.
///
/// Used by the reader's thread, and by the thread that frees the chunks when no long line has come
/// for a while.
final class LongLines {
  /// Chunks of longer lines are not kept.
  private static final int KEPT = 8 * 1024 * 1024;

  /// After so many short lines, the long one was an exception.
  private static final int PATIENCE = 64;

  private final HeapTrim trim;

  // Guarded by this.
  private final List<byte[]> chunks = new ArrayList<>(0);
  private boolean collecting; // a line is being collected

  private int shortLines;

  LongLines(HeapTrim trim) {
    this.trim = trim;
  }

  /// The chunk of this number. Makes one of this size if there is none yet. The first chunk begins
  /// a line, and [#join] or [#clear] ends it.
  synchronized byte[] chunk(int number, int size) {
    collecting = true;
    if (number == chunks.size()) {
      chunks.add(allocate(size));
    }
    return chunks.get(number);
  }

  /// The collected bytes from `start` to `end` as one array.
  synchronized byte[] join(int start, int end) {
    byte[] line = allocate(end - start);
    int skip = start;
    int at = 0;
    for (int i = 0; at < line.length; i++) {
      byte[] chunk = chunks.get(i);
      int n = Math.min(chunk.length - skip, line.length - at);
      System.arraycopy(chunk, skip, line, at, n);
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
    return line;
  }

  private byte[] allocate(int size) {
    trim.allocates(size, this::forget);
    return new byte[size];
  }

  private synchronized void forget() {
    if (!collecting) {
      chunks.clear();
    }
  }

  /// Reports a line that needed no chunks.
  synchronized void shortLine() {
    if (!chunks.isEmpty() && ++shortLines > PATIENCE) {
      clear();
    }
  }

  /// Frees all chunks.
  synchronized void clear() {
    collecting = false;
    chunks.clear();
  }

  /// Collects the garbage if there may be much. Call it where time matters least: before the reader
  /// waits, never in a turn.
  void collect() {
    trim.collect();
  }
}
