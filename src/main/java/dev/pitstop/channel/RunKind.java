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

  /// The one of these words that fits. A new kind has to say its own everywhere.
  public String words(String process, String session, String schema) {
    return switch (this) {
      case PROCESS -> process;
      case SESSION -> session;
      case SCHEMA -> schema;
    };
  }

  /// Whether others start and stop the server: a run may have to wait until it is there, and what
  /// answers first may be something else.
  public boolean isDaemons() {
    return this == SESSION;
  }

  /// Whether Pitstop speaks the protocol for the server, whose run is only a description that was
  /// read. Each call is a process of its own: it waits behind no other, ends by itself, and holds
  /// nothing that a newer run needs.
  public boolean isDescribed() {
    return this == SCHEMA;
  }

  /// Whether a run is a process, which may exit or crash.
  public boolean isProcess() {
    return this == PROCESS;
  }
}
