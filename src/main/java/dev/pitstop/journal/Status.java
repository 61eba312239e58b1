package dev.pitstop.journal;

/// How a call ended.
public enum Status {
  /// The server, or Pitstop's own tool, answered.
  OK(0, "ok"),
  /// The answer is an error, or a tool result with `isError`.
  ERROR(1, "error"),
  /// The run that had the call ended by itself, and the call was not repeated.
  CRASHED(2, "crashed"),
  /// Pitstop answered, because no server could.
  UNANSWERED(3, "unanswered"),
  /// The client cancelled it.
  CANCELLED(4, "cancelled");

  private final int code;
  private final String word;

  Status(int code, String word) {
    this.code = code;
    this.word = word;
  }

  /// The number that the journal's memory has for it.
  byte code() {
    return (byte) code;
  }

  static Status of(byte code) {
    for (Status s : values()) {
      if (s.code == code) {
        return s;
      }
    }
    throw new IllegalArgumentException("status " + code);
  }

  /// The word that people and filters use.
  public String word() {
    return word;
  }
}
