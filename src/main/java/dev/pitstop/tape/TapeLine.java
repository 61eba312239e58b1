package dev.pitstop.tape;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A line of a recording: of Pitstop's, or of one that `mcpsnoop` made.
public sealed interface TapeLine {
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
  /// @param whole whether nothing else is missing from the message
  /// @param value the span of the message's JSON in the line; [Span#NONE] if it is none
  record Frame(
      Where where,
      Way way,
      String session,
      long millis,
      List<String> redacted,
      boolean whole,
      Span value,
      byte[] message)
      implements TapeLine {}

  /// Messages are missing here.
  record Gap(long messages) implements TapeLine {}

  /// A line that cannot be read.
  record Damaged(Where where, String why) implements TapeLine {}

  /// A line that no replay needs.
  record Other() implements TapeLine {}

  /// @param b the line without its end
  static TapeLine of(byte[] b, Where where) {
    Optional<Span> root = Json.validate(b).filter(r -> Json.isObject(b, r));
    if (root.isEmpty()) {
      return new Damaged(where, "no JSON object");
    }
    Span line = root.get();
    if (Json.member(b, line, "gap").present()) {
      return new Gap(number(b, Json.member(b, line, "gap")));
    }
    Span foreign = Json.member(b, line, "direction");
    Span dir = foreign.present() ? foreign : Json.member(b, line, "dir");
    if (!dir.present()) {
      return Json.member(b, line, "recording").present()
          ? new Other()
          : new Damaged(where, "neither a line of Pitstop's nor one of mcpsnoop's");
    }
    Way way;
    switch (Json.string(b, dir)) {
      case "from client", "c2s" -> way = Way.FROM_CLIENT;
      case "to client", "s2c" -> way = Way.TO_CLIENT;
      default -> {
        return new Other();
      }
    }
    Span raw = Json.member(b, line, "raw");
    byte[] message =
        raw.present()
            ? Arrays.copyOfRange(b, raw.from(), raw.to())
            : Json.string(b, Json.member(b, line, "text")).getBytes(StandardCharsets.UTF_8);
    Span redacted = Json.member(b, line, "redacted");
    List<String> places = new ArrayList<>();
    Json.elements(b, redacted).forEach(p -> places.add(Json.string(b, p)));
    return new Frame(
        where,
        way,
        Json.member(b, line, foreign.present() ? "session_id" : "session").text(b)
            + Json.member(b, line, "conn_id").text(b),
        foreign.present()
            ? instant(Json.string(b, Json.member(b, line, "ts")))
            : number(b, Json.member(b, line, "t")),
        places,
        !Json.isTrue(b, Json.member(b, line, "truncated")) && !Json.isTrue(b, redacted),
        raw,
        message);
  }

  private static long number(byte[] b, Span s) {
    return Json.isNumber(b, s) ? (long) Double.parseDouble(s.text(b)) : 0;
  }

  private static long instant(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException unknown) {
      return 0; // only a duration is lost
    }
  }
}
