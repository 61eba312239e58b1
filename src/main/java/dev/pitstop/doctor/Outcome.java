package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.OptionalInt;

/// The outcome of a request.
sealed interface Outcome {
  /// The result, if it is one.
  default Optional<JsonElement> answer() {
    return this instanceof Answer a ? Optional.of(a.result()) : Optional.empty();
  }

  /// The result, if it is one of `server/discover`.
  default Optional<JsonElement> discovered() {
    return answer().filter(r -> !JsonTree.elements(r, "supportedVersions").isEmpty());
  }

  /// What went wrong with the request, as a clause; empty for a result.
  default String trouble(String method) {
    return switch (this) {
      case Answer a -> "";
      case Refused r ->
          "`%s` is refused: %s%s"
              .formatted(method, r.message(), r.code() == 0 ? "" : " (" + r.code() + ")");
      case Unreadable u -> "the answer to `" + method + "` is not a valid message: " + u.detail();
      case Silence s -> "no answer to `" + method + "` within " + Words.duration(s.millis());
      case Over o -> "the server " + o.how() + " when asked for `" + method + "`";
    };
  }

  /// A result.
  record Answer(JsonElement result) implements Outcome {}

  /// An error.
  ///
  /// @param code of JSON-RPC; 0 if there is none
  /// @param status of HTTP, if that is the error
  record Refused(int code, String message, OptionalInt status) implements Outcome {}

  /// An answer that is not a valid message.
  ///
  /// @param detail what is wrong with it
  /// @param line its beginning
  record Unreadable(String detail, String line) implements Outcome {}

  /// Nothing came in this time.
  record Silence(long millis) implements Outcome {}

  /// The run ended before an answer.
  ///
  /// @param how a clause whose subject is the server
  record Over(String how) implements Outcome {}
}
