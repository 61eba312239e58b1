package dev.pitstop.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// A piece of the journal's memory: entries beside each other. Each has its time, four lengths, its
/// members as JSON, and of its message the name and the beginning. Guarded by the journal.
final class Piece {
  private static final int HEADER = Long.BYTES + 4 * Integer.BYTES;

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

  /// How many bytes an entry takes.
  ///
  /// @param kept how much of its message is kept
  static int length(byte[] members, JournalLine what, int kept) {
    return HEADER + members.length + what.messageName().length() + kept;
  }

  boolean takes(int needed) {
    return entries.remaining() >= needed;
  }

  /// @param millis when it happened, since 1970
  void add(long millis, byte[] members, JournalLine what, int kept) {
    byte[] name = what.messageName().getBytes(UTF_8);
    entries.putLong(millis).putInt(members.length).putInt(name.length);
    entries.putInt(what.message().length()).putInt(kept).put(members).put(name);
    what.message().copy(0, kept, entries.array(), entries.position());
    entries.position(entries.position() + kept);
    count++;
  }

  /// Copies entries from this number on, until the copy has so many bytes.
  ///
  /// @param messages whether messages are copied too
  /// @return how many entries
  int copy(long from, int atLeast, boolean messages, ByteArrayOutputStream to) {
    int at = 0;
    int copied = 0;
    for (long n = first; n < first + count && to.size() < atLeast; n++) {
      int lengths = at + Long.BYTES;
      int own = HEADER + entries.getInt(lengths) + entries.getInt(lengths + Integer.BYTES);
      int whole = own + entries.getInt(lengths + 3 * Integer.BYTES);
      if (n >= from) {
        to.write(entries.array(), at, messages ? whole : own);
        copied++;
      }
      at += whole;
    }
    return copied;
  }

  /// Writes the entry at the position of a copy as a line. A message that is whole becomes part of
  /// the line's JSON. Of a longer one, the beginning becomes a string.
  ///
  /// @param messages whether its message is in the copy, and is to be in the line
  static void write(long seq, ByteBuffer from, boolean messages, ByteArrayOutputStream to) {
    to.writeBytes(utf8("{\"seq\":" + seq + ",\"t\":" + from.getLong()));
    int members = from.getInt();
    int named = from.getInt();
    int length = from.getInt();
    int kept = from.getInt();
    to.writeBytes(bytes(from, members));
    String name = new String(bytes(from, named), UTF_8);
    if (!name.isEmpty()) {
      to.writeBytes(utf8(",\"" + name + "Bytes\":" + length));
    }
    if (messages && length > 0) {
      byte[] message = bytes(from, kept);
      boolean whole = kept == length;
      to.writeBytes(utf8(",\"" + name + (whole ? "\":" : "Begins\":")));
      to.writeBytes(whole ? message : utf8(Json.quote(new String(message, UTF_8))));
    }
    to.writeBytes(utf8("}\n"));
  }

  private static byte[] bytes(ByteBuffer from, int length) {
    byte[] bytes = new byte[length];
    from.get(bytes);
    return bytes;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
