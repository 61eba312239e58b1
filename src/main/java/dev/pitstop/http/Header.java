package dev.pitstop.http;

import dev.pitstop.text.Words;

/// One header of a request. Its value may be a secret and is not shown.
public record Header(String name, String value) {
  /// Whether a text is a token (RFC 9110 section 5.6.2), as a header's name must be.
  static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(c -> Words.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }

  @Override
  public String toString() {
    return "Header[" + name + "]";
  }
}
