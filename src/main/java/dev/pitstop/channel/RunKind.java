package dev.pitstop.channel;

/// What a run of a server is.
public enum RunKind {
  /// A process, which Pitstop starts and stops.
  PROCESS("spawn"),
  /// A session with a daemon that others start and stop.
  SESSION("session"),
  /// What a command-line program says of its tools; each call is a process of its own.
  SCHEMA("schema");

  private final String word;

  RunKind(String word) {
    this.word = word;
  }

  /// What people call one of them: `spawn` #3.
  public String word() {
    return word;
  }
}
