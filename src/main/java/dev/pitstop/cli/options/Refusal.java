package dev.pitstop.cli.options;

/// A command cannot be carried out. The message says why, and the next step. [UsageException] is
/// for mistakes on the command line.
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  /// The exit code: 1 if it failed, 2 if it is not clear what is meant, 0 if nobody wants to know.
  public final int code;

  public Refusal(int code, String message) {
    super(message);
    this.code = code;
  }
}
