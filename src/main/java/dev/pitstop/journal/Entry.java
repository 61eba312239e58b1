package dev.pitstop.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// An entry of the journal before it is a line of JSON. There are two for each call, which nobody
/// reads in most sessions: of those it has the numbers and names. All others are text from the
/// beginning.
///
/// Immutable; nobody writes to the bytes.
///
/// @param fields what [#line] reads again
/// @param message its beginning is kept
public record Entry(byte kind, byte[] fields, Outgoing message) {
  /// What an entry takes besides its fields and its message.
  static final int OVERHEAD = Byte.BYTES + Long.BYTES + 3 * Integer.BYTES;

  /// The longest name that is kept, in bytes.
  private static final int MOST_NAME = 4_000;

  private static final byte TEXT = 0;
  private static final byte BEGAN = 1;
  private static final byte ENDED = 2;
  private static final int NUMBERS = 2 * Long.BYTES + 4 * Integer.BYTES; // at the most

  private static final byte[] NONE = {};
  private static final Outgoing NOTHING = Outgoing.of(NONE);

  static Entry text(JournalLine what) {
    return new Entry(TEXT, what.bytes(), NOTHING);
  }

  /// A request arrived.
  ///
  /// @param call its number
  /// @param by who asked; empty if it was the agent
  /// @param name where in the request the client's name of a tool or prompt is, or a URI, as a JSON
  ///   string; or [Span#NONE]
  public static Entry began(long call, String by, String method, Span name, byte[] request) {
    byte[] who = utf8(JournalLine.cut(by));
    byte[] what = utf8(JournalLine.cut(method));
    int named = name.present() && name.length() <= MOST_NAME ? name.length() : 0;
    ByteBuffer fields = ByteBuffer.allocate(NUMBERS + who.length + what.length + named);
    fields.putLong(call).putInt(who.length).put(who).putInt(what.length).put(what);
    fields.putInt(named).put(request, Math.max(0, name.from()), named);
    return new Entry(BEGAN, fields.array(), Outgoing.of(request));
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
    byte[] at = utf8(JournalLine.cut(server));
    byte[] how = utf8(status.word());
    ByteBuffer fields = ByteBuffer.allocate(NUMBERS + at.length + how.length);
    fields.putLong(call).putLong(micros).putInt(run).putInt(deliveries);
    fields.putInt(how.length).put(how).putInt(at.length).put(at);
    return new Entry(ENDED, fields.array(), response);
  }

  /// How many bytes it takes.
  ///
  /// @param longest how much of a message is kept
  int length(int longest) {
    return OVERHEAD + fields.length + Math.min(message.length(), longest);
  }

  /// Writes it at the position of the buffer.
  ///
  /// @param array the buffer's
  /// @param millis when it happened, since 1970
  /// @param longest how much of a message is kept
  void into(ByteBuffer to, byte[] array, long millis, int longest) {
    int kept = Math.min(message.length(), longest);
    to.put(kind).putLong(millis).putInt(fields.length).putInt(message.length()).putInt(kept);
    to.put(fields);
    message.copy(0, kept, array, to.position());
    to.position(to.position() + kept);
  }

  /// How many bytes the entry at this place takes.
  ///
  /// @param whole whether its message counts
  static int length(ByteBuffer entries, int at, boolean whole) {
    int fields = at + Byte.BYTES + Long.BYTES;
    int message = whole ? entries.getInt(fields + 2 * Integer.BYTES) : 0;
    return OVERHEAD + entries.getInt(fields) + message;
  }

  /// Writes the entry at the position of the buffer as a line.
  ///
  /// @param messages whether its message is in the buffer, and is to be in the line
  static void write(long seq, ByteBuffer from, boolean messages, ByteArrayOutputStream to) {
    byte kind = from.get();
    to.writeBytes(utf8("{\"seq\":" + seq + ",\"t\":" + from.getLong()));
    int fields = from.getInt();
    int length = from.getInt();
    int kept = from.getInt();
    byte[] content = bytes(from, fields);
    to.writeBytes(kind == TEXT ? content : line(kind, ByteBuffer.wrap(content)).bytes());
    if (kind != TEXT) {
      message(
          kind == BEGAN ? "request" : "response", length, messages ? bytes(from, kept) : NONE, to);
    }
    to.writeBytes(utf8("}\n"));
  }

  private static JournalLine line(byte kind, ByteBuffer fields) {
    JournalLine line = new JournalLine(kind == BEGAN ? "call" : "answer");
    line.number("call", fields.getLong());
    if (kind == BEGAN) {
      line.text("by", text(fields)).text("method", text(fields));
      byte[] name = bytes(fields, fields.getInt());
      return line.text("name", Json.string(name, new Span(0, name.length)));
    }
    long micros = fields.getLong();
    int run = fields.getInt();
    int deliveries = fields.getInt();
    String status = text(fields);
    line.text("server", text(fields)).number("run", run).number("deliveries", deliveries);
    return line.text("status", status).number("micros", micros);
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

  private static String text(ByteBuffer from) {
    return new String(bytes(from, from.getInt()), UTF_8);
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
