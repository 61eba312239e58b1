package dev.pitstop.recording;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A line of a recording.
public sealed interface RecordingLine {
  /// A line's place in its file.
  ///
  /// @param number from 1
  /// @param offset of its first byte
  /// @param length in bytes, without the line end
  record Where(long number, long offset, int length) {}

  /// A message between Pitstop and its client.
  ///
  /// @param session tells the sessions in one file apart
  /// @param millis when, since 1970
  /// @param redacted the places of secrets that were left out
  /// @param raw the span of the message in the line
  record Frame(
      Where where,
      Direction way,
      String session,
      long millis,
      List<String> redacted,
      Span raw,
      byte[] line)
      implements RecordingLine {
    /// The message.
    public Message message() {
      return Codec.parse(Arrays.copyOfRange(line, raw.from(), raw.to()));
    }
  }

  /// Messages are missing here.
  record Gap(long messages) implements RecordingLine {}

  /// A line that cannot be read.
  record Damaged(Where where, String why) implements RecordingLine {}

  /// A line that no replay needs.
  record Other() implements RecordingLine {}

  /// @param b the line without its end
  static RecordingLine of(byte[] b, Where where) {
    Optional<JsonLine> root = JsonLine.of(b);
    if (root.isEmpty()) {
      return new Damaged(where, "no JSON object");
    }
    JsonLine line = root.get();
    if (line.has("gap")) {
      return new Gap(line.number("gap"));
    }
    if (!line.has("dir") && !line.has("recording")) {
      return new Damaged(where, "no line of a recording");
    }
    return switch (line.text("dir")) {
      case "from client" -> frame(line, Direction.FROM_CLIENT, where);
      case "to client" -> frame(line, Direction.TO_CLIENT, where);
      default -> new Other();
    };
  }

  private static RecordingLine frame(JsonLine line, Direction way, Where where) {
    byte[] b = line.bytes();
    Span raw = Json.member(b, line.at(), "raw");
    Span redacted = Json.member(b, line.at(), "redacted");
    return raw.present()
        ? new Frame(
            where,
            way,
            line.json("session").orElse(""),
            line.number("t"),
            Json.elements(b, redacted).stream().map(place -> Json.string(b, place)).toList(),
            raw,
            b)
        : new Other(); // a text: no message
  }
}
