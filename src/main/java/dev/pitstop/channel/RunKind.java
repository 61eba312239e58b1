package dev.pitstop.channel;

/// The kind of a server's runs.
public enum RunKind {
  /// A process that Pitstop starts and stops.
  PROCESS("spawn"),
  /// A session with a daemon that others start and stop.
  SESSION("session"),
  /// A command-line program's description of its tools; each call is a process of its own.
  SCHEMA("schema");

  private final String word;

  RunKind(String word) {
    this.word = word;
  }

  /// The word for one run, as in `spawn #3`.
  public String word() {
    return word;
  }
}
