package dev.pitstop.journal;

import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A piece of the journal's memory: entries beside each other. Guarded by the journal.
final class Piece {
  private static final int HEAD = 2 * Integer.BYTES; // the lengths without and with the message
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

  static int length(byte[] line, byte[] member, Outgoing message) {
    return HEAD + line.length + member.length + message.length();
  }

  /// @param line the members of an entry, but for its message
  /// @param member what comes before the message in JSON
  void add(byte[] line, byte[] member, Outgoing message) {
    entries.putInt(line.length).putInt(line.length + member.length + message.length());
    entries.put(line).put(member);
    message.copy(0, message.length(), entries.array(), entries.position());
    entries.position(entries.position() + message.length());
    count++;
  }

  /// Writes entries from this number on as lines, until there are so many bytes.
  ///
  /// @param messages whether messages are in them
  /// @return how many entries
  int write(long from, long until, boolean messages, ByteArrayOutputStream to) {
    if (from >= first + count) {
      return 0; // all of it was read before
    }
    int at = 0;
    int written = 0;
    for (long n = first; n < first + count && to.size() < until; n++) {
      int line = entries.getInt(at);
      int whole = entries.getInt(at + Integer.BYTES);
      if (n >= from) {
        to.writeBytes(("{\"seq\":" + n).getBytes(StandardCharsets.US_ASCII));
        to.write(entries.array(), at + HEAD, messages ? whole : line);
        to.writeBytes(END);
        written++;
      }
      at += HEAD + whole;
    }
    return written;
  }
}
