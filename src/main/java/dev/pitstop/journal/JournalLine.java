package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes an entry of the journal as a line of JSON, which is how everything reads it. The members
/// are in `docs/journal.md`. One line is used again and again, guarded by its journal.
public final class JournalLine {
  /// The longest message, and the longest text in characters, that is kept whole.
  public static final int MOST = 64 * 1024;

  private byte[] bytes = new byte[1024];
  private int length;
  private int bare; // length without the message; 0 if there is none

  /// Begins an entry.
  void begin(long seq, long millis) {
    length = 0;
    bare = 0;
    ascii("{\"seq\":");
    digits(seq);
    ascii(",\"t\":");
    digits(millis);
  }

  void end() {
    put('}');
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// How many of the bytes come before the message. A `}` after them makes a line without it.
  int bare() {
    return bare == 0 ? length - 1 : bare;
  }

  JournalLine type(String word) {
    ascii(",\"type\":\"");
    ascii(word);
    put('"');
    return this;
  }

  JournalLine number(String name, long value) {
    name(name);
    digits(value);
    return this;
  }

  JournalLine flag(String name, boolean value) {
    name(name);
    ascii(value ? "true" : "false");
    return this;
  }

  /// An empty text is left out, and a long one is cut.
  JournalLine text(String name, String value) {
    if (!value.isEmpty()) {
      name(name);
      quoted(value.length() <= MOST ? value : value.substring(0, MOST) + "…");
    }
    return this;
  }

  /// A message that is whole becomes part of the line's JSON. Of a longer one, the beginning
  /// becomes a string. It is the last member.
  void message(String name, Outgoing message) {
    put(',');
    put('"');
    ascii(name);
    ascii("Bytes\":");
    digits(message.length());
    bare = length;
    if (message.length() == 0) {
      return;
    }
    put(',');
    put('"');
    ascii(name);
    if (message.length() <= MOST) {
      ascii("\":");
      raw(message.bytes());
    } else {
      ascii("Begins\":");
      quoted(new String(message.beginning(MOST), StandardCharsets.UTF_8));
    }
  }

  private void name(String name) {
    put(',');
    put('"');
    ascii(name);
    put('"');
    put(':');
  }

  private void quoted(String text) {
    int most = text.length() + 2;
    room(most);
    bytes[length] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        raw(Json.quote(text).getBytes(StandardCharsets.UTF_8));
        return;
      }
      bytes[length + 1 + i] = (byte) c;
    }
    bytes[length + most - 1] = '"';
    length += most;
  }

  private void digits(long value) {
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    room(digits);
    long rest = value;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private void ascii(String text) {
    int more = text.length();
    room(more);
    for (int i = 0; i < more; i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += more;
  }

  private void raw(byte[] text) {
    room(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  private void put(char c) {
    room(1);
    bytes[length++] = (byte) c;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
