package dev.pitstop.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// An entry of the journal before it is in memory. Immutable; nobody writes to the bytes.
///
/// @param members its line of JSON without number, time and message
/// @param message its beginning is kept
/// @param kind what the message is; 0 if there is none
public record Entry(byte[] members, Outgoing message, byte kind) {
  /// What an entry takes besides its members and its message.
  static final int OVERHEAD = Byte.BYTES + Long.BYTES + 3 * Integer.BYTES;

  private static final byte REQUEST = 1;
  private static final byte RESPONSE = 2;
  private static final byte[] NONE = {};

  static Entry text(JournalLine what) {
    return new Entry(what.bytes(), Outgoing.of(NONE), (byte) 0);
  }

  /// A request arrived.
  ///
  /// @param call its number
  /// @param by who asked; empty if it was the agent
  /// @param name where in the request the client's name of a tool or prompt is, or a URI, as a JSON
  ///   string; or [Span#NONE]
  public static Entry began(long call, String by, String method, Span name, byte[] request) {
    JournalLine line = new JournalLine("call").number("call", call).text("by", by);
    line.text("method", method).text("name", Json.string(request, name));
    return new Entry(line.bytes(), Outgoing.of(request), REQUEST);
  }

  /// A call has ended.
  ///
  /// @param server empty if Pitstop answered by itself
  /// @param run the number of the run that had it last; 0 if none had
  /// @param deliveries how many times a run was given the call
  /// @param micros from the request's arrival to its end
  /// @param response the message for the client, with notices; empty if there was none
  public static Entry ended(
      long call,
      String server,
      int run,
      int deliveries,
      Status status,
      long micros,
      Outgoing response) {
    JournalLine line = new JournalLine("answer").number("call", call).text("server", server);
    line.number("run", run).number("deliveries", deliveries);
    line.text("status", status.word()).number("micros", micros);
    return new Entry(line.bytes(), response, RESPONSE);
  }

  /// How many bytes it takes.
  ///
  /// @param longest how much of a message is kept
  int length(int longest) {
    return OVERHEAD + members.length + Math.min(message.length(), longest);
  }

  /// Writes it at the position of the buffer.
  ///
  /// @param array the buffer's
  /// @param millis when it happened, since 1970
  /// @param longest how much of a message is kept
  void into(ByteBuffer to, byte[] array, long millis, int longest) {
    int kept = Math.min(message.length(), longest);
    to.put(kind).putLong(millis).putInt(members.length).putInt(message.length()).putInt(kept);
    to.put(members);
    message.copy(0, kept, array, to.position());
    to.position(to.position() + kept);
  }

  /// How many bytes the entry at this place takes.
  ///
  /// @param whole whether its message counts
  static int length(ByteBuffer entries, int at, boolean whole) {
    int members = at + Byte.BYTES + Long.BYTES;
    int message = whole ? entries.getInt(members + 2 * Integer.BYTES) : 0;
    return OVERHEAD + entries.getInt(members) + message;
  }

  /// Writes the entry at the position of the buffer as a line.
  ///
  /// @param messages whether its message is in the buffer, and is to be in the line
  static void write(long seq, ByteBuffer from, boolean messages, ByteArrayOutputStream to) {
    byte kind = from.get();
    to.writeBytes(utf8("{\"seq\":" + seq + ",\"t\":" + from.getLong()));
    int members = from.getInt();
    int length = from.getInt();
    int kept = from.getInt();
    to.writeBytes(bytes(from, members));
    byte[] message = bytes(from, messages ? kept : 0);
    if (kind != 0) {
      message(kind == REQUEST ? "request" : "response", length, message, to);
    }
    to.writeBytes(utf8("}\n"));
  }

  /// A message that is whole becomes part of the line's JSON. Of a longer one, the beginning
  /// becomes a string.
  private static void message(String name, int length, byte[] kept, ByteArrayOutputStream to) {
    to.writeBytes(utf8(",\"" + name + "Bytes\":" + length));
    if (kept.length > 0) {
      boolean whole = kept.length == length;
      to.writeBytes(utf8(",\"" + name + (whole ? "\":" : "Begins\":")));
      to.writeBytes(whole ? kept : utf8(Json.quote(new String(kept, UTF_8))));
    }
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
