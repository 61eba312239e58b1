package dev.pitstop.journal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A piece of the journal's memory: entries beside each other. Guarded by the journal.
final class Piece {
  /// What an entry takes besides its bytes: the lengths of its two parts.
  static final int OVERHEAD = 2 * Integer.BYTES;

  private static final byte[] END = {'}', '\n'};

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

  void add(JournalLine line) {
    entries.putInt(line.bare()).putInt(line.length() - line.bare());
    line.copy(entries.array(), entries.position());
    entries.position(entries.position() + line.length());
    count++;
  }

  /// Writes the lines of entries from this number on, until there are so many bytes.
  ///
  /// @param messages whether messages are written too
  /// @return how many entries
  int write(long from, int atLeast, boolean messages, ByteArrayOutputStream to) {
    int at = 0;
    int written = 0;
    for (long n = first; n < first + count && to.size() < atLeast; n++) {
      int line = entries.getInt(at);
      int message = entries.getInt(at + Integer.BYTES);
      at += OVERHEAD;
      if (n >= from) {
        to.writeBytes(("{\"seq\":" + n + ",").getBytes(StandardCharsets.US_ASCII));
        to.write(entries.array(), at, messages ? line + message : line);
        to.writeBytes(END);
        written++;
      }
      at += line + message;
    }
    return written;
  }
}
