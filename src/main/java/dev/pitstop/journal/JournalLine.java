package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;

/// What happened in a session, as the members of an entry of the journal in JSON, which is how
/// everything reads them. `docs/reference.md` has the types and their members. Texts are as people
/// read them, without secrets beyond what the servers and the client said themselves.
public final class JournalLine {
  /// The longest text that is kept whole, in characters.
  static final int MOST = 64 * 1024;

  private final StringBuilder members = new StringBuilder(256); // a call is seldom longer

  /// An entry of what happens now.
  ///
  /// @param type the kind of entry
  public JournalLine(String type) {
    number("t", System.currentTimeMillis()).text("type", type);
  }

  public JournalLine number(String name, long value) {
    member(name).append(value);
    return this;
  }

  public JournalLine flag(String name, boolean value) {
    member(name).append(value);
    return this;
  }

  /// An empty text is left out, and a long one is cut.
  public JournalLine text(String name, String value) {
    if (!value.isEmpty()) {
      Json.quote(cut(value), member(name));
    }
    return this;
  }

  private static String cut(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST) + "…";
  }

  private StringBuilder member(String name) {
    return members.append(",\"").append(name).append("\":");
  }

  byte[] bytes() {
    return members.toString().getBytes(StandardCharsets.UTF_8);
  }
}
