package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes entries of the journal as lines of JSON, which is how everything reads them. The members
/// are in `docs/reference.md`.
public final class JournalLine {
  /// The longest text that is kept whole, in characters.
  static final int MOST = 64 * 1024;

  private byte[] bytes = new byte[1024];
  private int length;

  /// Begins anew.
  void clear() {
    length = 0;
  }

  /// Begins an entry.
  void begin(long seq, long millis) {
    ascii("{\"seq\":");
    digits(seq);
    ascii(",\"t\":");
    digits(millis);
  }

  /// Members of an entry that were written before.
  void members(ByteBuffer text) {
    room(text.remaining());
    int more = text.remaining();
    text.get(bytes, length, more);
    length += more;
  }

  void end() {
    put('}');
    put('\n');
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
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
  /// becomes a string.
  ///
  /// @param kept the message, or its beginning
  /// @param whole how many bytes the message had
  /// @param content whether to write more than that
  void message(String name, byte[] kept, int whole, boolean content) {
    number(name + "Bytes", whole);
    if (!content || whole == 0) {
      return;
    }
    if (kept.length == whole) {
      name(name);
      raw(kept);
    } else {
      name(name + "Begins");
      quoted(new String(kept, StandardCharsets.UTF_8));
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
