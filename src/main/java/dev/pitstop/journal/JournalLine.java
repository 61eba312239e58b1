package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An entry of the journal as a line of JSON, which is how everything reads them, but without its
/// number and its end. The members are in `docs/reference.md`.
///
/// There are two for each call. So they are written as bytes at once: strings on the way took a
/// third of the time of a call.
public final class JournalLine {
  /// The longest text that is kept whole, in characters, and the longest message, in bytes.
  static final int MOST = 64 * 1024;

  private static final Outgoing NOTHING = Outgoing.of(new byte[0]);

  private byte[] bytes = new byte[256];
  private int length;
  private int last; // how many of the bytes are the message's member
  private Outgoing message = NOTHING; // follows the bytes

  JournalLine(String type) {
    ascii("\"t\":").ascii(Long.toString(System.currentTimeMillis()));
    member("type").ascii("\"").ascii(type).ascii("\"");
  }

  JournalLine number(String name, long value) {
    return member(name).ascii(Long.toString(value));
  }

  JournalLine flag(String name, boolean value) {
    return member(name).ascii(String.valueOf(value));
  }

  /// An empty text is left out, and a long one is cut.
  JournalLine text(String name, String value) {
    return value.isEmpty()
        ? this
        : member(name).quoted(value.length() <= MOST ? value : value.substring(0, MOST) + "…");
  }

  /// A value of a message.
  JournalLine copied(String name, byte[] from, Span value) {
    return member(name).raw(from, value.from(), value.length());
  }

  /// A message, after all others. One that is whole becomes part of the line's JSON. Of a longer
  /// one, the beginning becomes a string when somebody reads it.
  JournalLine message(String name, Outgoing said) {
    int before = length;
    if (said.length() > 0) {
      member(cut(said) ? name + "Begins" : name);
    }
    last = length - before;
    message = said;
    return this;
  }

  private static boolean cut(Outgoing message) {
    return message.length() > MOST;
  }

  private int kept() {
    return Math.min(message.length(), MOST);
  }

  /// How many bytes there are without the message.
  int bare() {
    return length - last;
  }

  /// How many bytes there are.
  int length() {
    return length + kept();
  }

  /// How many of the bytes, the last ones, are no JSON yet: they belong into a string.
  int raw() {
    return cut(message) ? MOST : 0;
  }

  void copy(byte[] to, int at) {
    System.arraycopy(bytes, 0, to, at, length);
    message.copy(to, at + length, kept());
  }

  private JournalLine member(String name) {
    return ascii(",\"").ascii(name).ascii("\":");
  }

  private JournalLine quoted(String text) {
    byte[] json = Json.quote(text).getBytes(StandardCharsets.UTF_8);
    return raw(json, 0, json.length);
  }

  @SuppressWarnings("deprecation") // copies, and makes no array
  private JournalLine ascii(String text) {
    room(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
    return this;
  }

  private JournalLine raw(byte[] from, int at, int more) {
    room(more);
    System.arraycopy(from, at, bytes, length, more);
    length += more;
    return this;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
