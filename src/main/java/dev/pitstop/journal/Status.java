package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;

/// How a call ended.
public enum Status {
  /// The server, or Pitstop's own tool, answered.
  OK("ok"),
  /// The answer is an error, or a tool result with `isError`.
  ERROR("error"),
  /// The run that had the call ended by itself, and the call was not repeated.
  CRASHED("crashed"),
  /// Pitstop answered, because no server could.
  UNANSWERED("unanswered"),
  /// The client cancelled it.
  CANCELLED("cancelled");

  private final String word;

  Status(String word) {
    this.word = word;
  }

  /// The status of a call that got this answer.
  public static Status of(Message.Response answer) {
    return answer instanceof Message.Result r && !Json.isTrue(r.bytes(), r.member("isError"))
        ? OK
        : ERROR;
  }

  /// The word that people and filters use.
  public String word() {
    return word;
  }
}
