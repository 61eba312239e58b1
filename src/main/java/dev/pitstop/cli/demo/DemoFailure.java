package dev.pitstop.cli.demo;

/// The demo cannot go on; the message is one line that says why, for the person at the terminal.
final class DemoFailure extends Exception {
  private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }

  DemoFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
