package dev.pitstop.doctor.check;

import java.util.Optional;

/// Finds mistakes in a regular expression of ECMA-262, which JSON Schema uses for `pattern`: only
/// those that every engine rejects. Java's own engine differs too much to be used.
public final class EcmaPattern {
  private final String text;
  private int at;
  private int open; // groups

  private EcmaPattern(String text) {
    this.text = text;
  }

  /// @return what is wrong, as a clause
  static Optional<String> fault(String pattern) {
    return new EcmaPattern(pattern).fault();
  }

  private Optional<String> fault() {
    boolean repeatable = false; // whether the previous item can be repeated
    while (at < text.length()) {
      char c = text.charAt(at);
      at++;
      switch (c) {
        case '\\' -> {
          if (at == text.length()) {
            return Optional.of("a `\\` at the end");
          }
          at++;
          repeatable = true;
        }
        case '[' -> {
          if (!set()) {
            return Optional.of("a `[` without `]`");
          }
          repeatable = true;
        }
        case '(' -> {
          open++;
          Optional<String> kind = kind();
          if (kind.isPresent()) {
            return kind;
          }
          repeatable = false;
        }
        case ')' -> {
          if (--open < 0) {
            return Optional.of("a `)` without `(`");
          }
          repeatable = true;
        }
        case '|', '^' -> repeatable = false;
        case '*', '+', '?' -> {
          if (!repeatable) {
            return Optional.of("a `" + c + "` with nothing to repeat");
          }
          if (at < text.length() && text.charAt(at) == '?') {
            at++; // the `?` of a lazy repetition
          }
          repeatable = false;
        }
        default -> repeatable = true;
      }
    }
    return open > 0 ? Optional.of("a `(` without `)`") : Optional.empty();
  }

  /// Skips to the end of a set of characters, in which brackets are ordinary characters.
  private boolean set() {
    while (at < text.length()) {
      char c = text.charAt(at);
      at += c == '\\' ? 2 : 1;
      if (c == ']') {
        return true;
      }
    }
    return false;
  }

  /// Skips the kind of a group: `?:`, `?=`, `?<name>`, `?i:`.
  private Optional<String> kind() {
    if (at == text.length() || text.charAt(at) != '?') {
      return Optional.empty();
    }
    at++;
    return at < text.length() && ":=!<ims-".indexOf(text.charAt(at)) < 0
        ? Optional.of("`(?" + text.charAt(at) + "` does not start a group")
        : Optional.empty();
  }
}
