package dev.pitstop.session.tools;

/// A call of one of Pitstop's own tools is refused: an argument does not fit, or there is no such
/// server. The caller gets the text, which has Pitstop's mark.
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  Refused(String text) {
    super(text);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
