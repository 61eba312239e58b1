package dev.pitstop.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// A piece of the journal's memory: entries beside each other. Guarded by the journal.
final class Piece {
  /// What an entry takes besides its bytes: the lengths of its three parts.
  static final int OVERHEAD = 3 * Integer.BYTES;

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
    int message = line.length() - line.bare() - line.raw();
    entries.putInt(line.bare()).putInt(message).putInt(line.raw());
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
      int raw = entries.getInt(at + 2 * Integer.BYTES);
      at += OVERHEAD;
      if (n >= from) {
        to.writeBytes(("{\"seq\":" + n + ",").getBytes(UTF_8));
        to.write(entries.array(), at, messages ? line + message : line);
        if (messages && raw > 0) {
          String text = new String(entries.array(), at + line + message, raw, UTF_8);
          to.writeBytes(Json.quote(text).getBytes(UTF_8));
        }
        to.writeBytes(END);
        written++;
      }
      at += line + message + raw;
    }
    return written;
  }
}
