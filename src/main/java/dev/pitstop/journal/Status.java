package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.util.Locale;

/// How a call ended.
public enum Status {
  /// The server, or Pitstop's own tool, answered.
  OK,
  /// The answer is an error, or a tool result with `isError`.
  ERROR,
  /// The run that had the call ended by itself, and the call was not repeated.
  CRASHED,
  /// Pitstop answered, because no server could.
  UNANSWERED,
  /// The client cancelled it.
  CANCELLED;

  /// The status of a call that got this answer.
  public static Status of(Message.Response answer) {
    return answer instanceof Message.Result r && !Json.isTrue(r.bytes(), r.member("isError"))
        ? OK
        : ERROR;
  }

  /// The word that people and filters use.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
