package dev.pitstop.process;

/// A command could not be started. The message says what is wrong and what to do.
public final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Why the command could not start.
  public enum Reason {
    /// The program is neither on `PATH` nor at the path given.
    NOT_FOUND,
    /// The file is there, but it cannot be executed: permission, a directory, no interpreter.
    NOT_EXECUTABLE,
    /// The working directory is missing, not a directory or not accessible.
    BAD_DIRECTORY,
    /// Anything else the operating system said, or Pitstop is shutting down.
    OTHER
  }

  private final Reason reason;

  public SpawnException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public SpawnException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
