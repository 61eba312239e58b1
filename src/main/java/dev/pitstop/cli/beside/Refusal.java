package dev.pitstop.cli.beside;

/// A command cannot be carried out. The message says why, and the next step.
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int USAGE = 2;

  /// The exit code.
  final int code;

  private Refusal(String message, int code) {
    super(message);
    this.code = code;
  }

  /// It was clear what was meant, and it failed.
  static Refusal failed(String message) {
    return new Refusal(message, 1);
  }

  /// It is not clear what was meant.
  static Refusal unclear(String message) {
    return new Refusal(message, USAGE);
  }
}
