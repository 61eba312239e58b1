package dev.pitstop.commandline;

/// A mistake in a program's description of a tool. The message is a clause whose subject is the
/// key.
final class Fault extends Exception {
  private static final long serialVersionUID = 1;

  Fault(String message) {
    super(message);
  }

  /// The clause.
  String reason() {
    return String.valueOf(getMessage());
  }
}
