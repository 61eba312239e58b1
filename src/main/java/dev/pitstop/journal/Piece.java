package dev.pitstop.journal;

import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

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

  /// @param line without its number, its message and its end
  /// @param member for the message, up to its value; empty if there is no message
  void add(byte[] line, byte[] member, Outgoing message) {
    int length = message.length();
    entries.putInt(line.length).putInt(member.length + length).put(line).put(member);
    message.copy(entries.array(), entries.position(), length);
    entries.position(entries.position() + length);
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
        to.writeBytes(JournalLine.utf8("{\"seq\":" + n + ","));
        to.write(entries.array(), at, messages ? line + message : line);
        to.writeBytes(END);
        written++;
      }
      at += line + message;
    }
    return written;
  }
}
