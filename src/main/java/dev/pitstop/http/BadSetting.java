package dev.pitstop.http;

/// A URL, header or certificate in the user's settings is invalid. The message is for the user,
/// says what to write instead, and contains no secret.
public final class BadSetting extends Exception {
  private static final long serialVersionUID = 1L;

  BadSetting(String message) {
    super(message);
  }
}
