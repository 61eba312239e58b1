package dev.pitstop.journal;

import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.nio.ByteBuffer;

/// A piece of the journal's memory: entries beside each other, as numbers and the bytes of
/// messages. Writing one must cost next to nothing, so only [Entry] makes text of them. Guarded by
/// the journal.
final class Piece {
  static final byte TEXT = 0;
  static final byte BEGAN = 1;
  static final byte ENDED = 2;

  /// Where in an entry its length without the message is. Its whole length comes first.
  static final int BARE = 4;

  /// More than an entry takes besides its texts and its message.
  static final int OVERHEAD = 64;

  private final byte[] bytes;
  private final ByteBuffer buffer;
  private long first; // number of its first entry
  private int count;

  Piece(int size, long first) {
    this.bytes = new byte[size];
    this.buffer = ByteBuffer.wrap(bytes);
    this.first = first;
  }

  int size() {
    return bytes.length;
  }

  long first() {
    return first;
  }

  /// Number of the entry that would come next.
  long next() {
    return first + count;
  }

  boolean takes(int needed) {
    return buffer.remaining() >= needed;
  }

  /// Forgets its entries.
  void clear(long nowFirst) {
    buffer.clear();
    first = nowFirst;
    count = 0;
  }

  private int begin(byte kind, long millis) {
    int at = buffer.position();
    buffer.putInt(0).putInt(0).put(kind).putLong(millis); // the lengths follow
    return at;
  }

  /// The message follows.
  private void message(int at, int length) {
    buffer.putInt(length);
    buffer.putInt(at + BARE, buffer.position() - at);
  }

  private void end(int at) {
    buffer.putInt(at, buffer.position() - at);
    count++;
  }

  /// @param line its first bytes so many
  void text(long millis, byte[] line, int length) {
    int at = begin(TEXT, millis);
    buffer.put(line, 0, length);
    buffer.putInt(at + BARE, buffer.position() - at);
    end(at);
  }

  void began(long millis, long call, byte[] by, byte[] method, Span name, byte[] message) {
    int at = begin(BEGAN, millis);
    buffer.putLong(call);
    text(by, 0, by.length);
    text(method, 0, method.length);
    boolean named = name.present() && name.length() <= Journal.MOST_NAME;
    text(message, named ? name.from() : 0, named ? name.length() : 0);
    int kept = Math.min(message.length, Journal.MOST_MESSAGE);
    message(at, message.length);
    buffer.put(message, 0, kept);
    end(at);
  }

  void ended(
      long millis,
      long call,
      byte[] server,
      int run,
      int deliveries,
      byte status,
      long micros,
      Outgoing message) {
    int at = begin(ENDED, millis);
    buffer.putLong(call).putInt(run).putInt(deliveries).put(status).putLong(micros);
    text(server, 0, server.length);
    message(at, message.length());
    int kept = Math.min(message.length(), Journal.MOST_MESSAGE);
    message.copy(bytes, buffer.position(), kept);
    buffer.position(buffer.position() + kept);
    end(at);
  }

  private void text(byte[] from, int at, int length) {
    buffer.putShort((short) length).put(from, at, length);
  }

  /// Copies entries from this number on, until the copy has so many bytes.
  ///
  /// @param messages whether messages are copied too
  /// @return how many entries
  int copy(long from, int atLeast, boolean messages, Copy to) {
    int at = 0;
    int copied = 0;
    for (long n = first; n < next() && to.size() < atLeast; n++) {
      int length = buffer.getInt(at);
      if (n >= from) {
        to.add(bytes, at, messages ? length : buffer.getInt(at + BARE));
        copied++;
      }
      at += length;
    }
    return copied;
  }

  /// Takes entries.
  interface Copy {
    int size();

    void add(byte[] from, int at, int length);
  }
}
