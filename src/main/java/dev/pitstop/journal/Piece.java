package dev.pitstop.journal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// A piece of the journal's memory: entries beside each other. Guarded by the journal.
final class Piece {
  /// What an entry takes besides its bytes: the lengths of its two parts.
  static final int OVERHEAD = 2 * Integer.BYTES;

  private static final byte[] END = {'}', '\n'};

  private final ByteBuffer entries;
  private final long first; // number of its first entry
  private int count;

  Piece(int size, long first) {
    this.entries = ByteBuffer.allocate(size);
    this.first = first;
  }

  int size() {
    return entries.capacity();
  }

  long first() {
    return first;
  }

  /// Whether an entry of so many bytes finds room.
  boolean takes(int length) {
    return entries.remaining() >= OVERHEAD + length;
  }

  /// @param line without the message and without its end
  /// @param message a member of the line, or empty
  void add(byte[] line, byte[] message) {
    entries.putInt(line.length).putInt(message.length).put(line).put(message);
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
        to.write(entries.array(), at, messages ? line + message : line);
        to.writeBytes(END);
        written++;
      }
      at += line + message;
    }
    return written;
  }
}
