package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Makes lines of JSON from entries that were copied out of the journal. Outside its lock.
final class Entry {
  private Entry() {}

  /// Writes an entry as a line.
  ///
  /// @param at the entry, from its beginning
  /// @param messages whether the message is in it
  static void write(long seq, ByteBuffer at, boolean messages, JournalLine line) {
    at.getInt();
    at.getInt(); // its lengths
    byte kind = at.get();
    line.begin(seq, at.getLong());
    switch (kind) {
      case Piece.BEGAN -> began(at, messages, line);
      case Piece.ENDED -> ended(at, messages, line);
      default -> line.members(at);
    }
    line.end();
  }

  private static void began(ByteBuffer at, boolean messages, JournalLine line) {
    line.type("call").number("call", at.getLong());
    line.text("by", text(at)).text("method", text(at));
    byte[] name = bytes(at);
    line.text("name", Json.string(name, new Span(0, name.length)));
    int length = at.getInt();
    byte[] message = rest(at);
    line.message("request", message, length, messages);
  }

  private static void ended(ByteBuffer at, boolean messages, JournalLine line) {
    line.type("answer").number("call", at.getLong());
    int run = at.getInt();
    int deliveries = at.getInt();
    byte status = at.get();
    long micros = at.getLong();
    line.text("server", text(at)).number("run", run).number("deliveries", deliveries);
    line.text("status", Status.of(status).word()).number("micros", micros);
    int length = at.getInt();
    byte[] message = rest(at);
    line.message("response", message, length, messages);
  }

  /// The message, if it was copied.
  private static byte[] rest(ByteBuffer at) {
    byte[] message = new byte[at.remaining()];
    at.get(message);
    return message;
  }

  private static String text(ByteBuffer at) {
    return new String(bytes(at), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer at) {
    byte[] text = new byte[at.getShort()];
    at.get(text);
    return text;
  }
}
