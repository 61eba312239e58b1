package dev.pitstop.http;

/// What the user wrote of a URL, a header or a certificate cannot be meant so. The message is for
/// him, says what to write instead, and holds no secret.
public final class BadSetting extends Exception {
  private static final long serialVersionUID = 1L;

  BadSetting(String message) {
    super(message);
  }
}
