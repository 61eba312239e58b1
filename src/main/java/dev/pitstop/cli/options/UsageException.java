package dev.pitstop.cli.options;

/// A mistake on the command line. The message says what is wrong, and the next step.
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
