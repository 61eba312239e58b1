package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The members of an entry of the journal, as JSON, which is how everything reads them. They are in
/// `docs/reference.md`.
public final class JournalLine {
  /// The longest text that is kept whole, in characters.
  static final int MOST = 64 * 1024;

  private static final byte[] NO_MESSAGE = {};

  private final StringBuilder members = new StringBuilder(256);

  JournalLine(String type) {
    members.append(",\"type\":\"").append(type).append('"');
  }

  JournalLine number(String name, long value) {
    member(name).append(value);
    return this;
  }

  JournalLine flag(String name, boolean value) {
    member(name).append(value);
    return this;
  }

  /// An empty text is left out, and a long one is cut.
  JournalLine text(String name, String value) {
    if (!value.isEmpty()) {
      member(name)
          .append(Json.quote(value.length() <= MOST ? value : value.substring(0, MOST) + "…"));
    }
    return this;
  }

  private StringBuilder member(String name) {
    return members.append(",\"").append(name).append("\":");
  }

  /// The line up to its message.
  byte[] bytes(long seq, long millis) {
    return utf8("{\"seq\":" + seq + ",\"t\":" + millis + members);
  }

  /// A message as a member. One that is whole becomes part of the line's JSON. Of a longer one, the
  /// beginning becomes a string.
  static byte[] message(String name, Outgoing message) {
    int length = message.length();
    if (length == 0) {
      return NO_MESSAGE;
    }
    byte[] begin = utf8(",\"" + name + "\":");
    int kept = Math.min(length, Journal.MOST_MESSAGE);
    byte[] member = Arrays.copyOf(begin, begin.length + kept);
    message.copy(member, begin.length, kept);
    if (kept == length) {
      return member;
    }
    String text = new String(member, begin.length, kept, StandardCharsets.UTF_8);
    return utf8(",\"" + name + "Begins\":" + Json.quote(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
