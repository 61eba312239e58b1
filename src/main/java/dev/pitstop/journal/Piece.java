package dev.pitstop.journal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// A piece of the journal's memory: entries beside each other. Guarded by the journal.
final class Piece {
  private final ByteBuffer entries;
  private long first; // number of its first entry
  private int count;

  Piece(int size) {
    this.entries = ByteBuffer.allocate(size);
  }

  /// Forgets its entries.
  void clear(long nowFirst) {
    entries.clear();
    first = nowFirst;
    count = 0;
  }

  int size() {
    return entries.capacity();
  }

  long first() {
    return first;
  }

  boolean takes(int needed) {
    return entries.remaining() >= needed;
  }

  /// @param longest how much of a message is kept
  void add(long millis, Entry entry, int longest) {
    entry.into(entries, entries.array(), millis, longest);
    count++;
  }

  /// Copies entries from this number on, until the copy has so many bytes.
  ///
  /// @param messages whether messages are copied too
  /// @return how many entries
  int copy(long from, int atLeast, boolean messages, ByteArrayOutputStream to) {
    if (from >= first + count) {
      return 0; // all of it was read before
    }
    int at = 0;
    int copied = 0;
    for (long n = first; n < first + count && to.size() < atLeast; n++) {
      if (n >= from) {
        to.write(entries.array(), at, Entry.length(entries, at, messages));
        copied++;
      }
      at += Entry.length(entries, at, true);
    }
    return copied;
  }
}
