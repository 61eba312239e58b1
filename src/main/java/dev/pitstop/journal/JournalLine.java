package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;

/// The members of an entry of the journal, as JSON, which is how everything reads them. They are in
/// `docs/reference.md`.
public final class JournalLine {
  /// The longest text that is kept whole, in characters.
  static final int MOST = 64 * 1024;

  private final StringBuilder members = new StringBuilder(256);

  JournalLine(String type) {
    members.append("\"t\":").append(System.currentTimeMillis());
    json("type", '"' + type + '"');
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
    return value.isEmpty()
        ? this
        : json(name, Json.quote(value.length() <= MOST ? value : value.substring(0, MOST) + "…"));
  }

  JournalLine json(String name, String value) {
    member(name).append(value);
    return this;
  }

  private StringBuilder member(String name) {
    return members.append(",\"").append(name).append("\":");
  }

  byte[] bytes() {
    return utf8(members.toString());
  }

  /// The beginning of a message as a member.
  static byte[] begins(String name, Outgoing message) {
    byte[] kept = new byte[Journal.MOST_MESSAGE];
    message.copy(kept, 0, kept.length);
    String text = new String(kept, StandardCharsets.UTF_8);
    return utf8(",\"" + name + "Begins\":" + Json.quote(text));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
