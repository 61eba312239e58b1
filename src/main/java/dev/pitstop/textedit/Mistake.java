package dev.pitstop.textedit;

/// Ends the reading of a text at its first mistake.
final class Mistake extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Parsed.Broken what;

  Mistake(int offset, KeyPath path, String message) {
    super(message, null, false, false);
    this.what = new Parsed.Broken(offset, path, message);
  }

  Mistake(int offset, String message) {
    this(offset, KeyPath.ROOT, message);
  }

  Parsed.Broken what() {
    return what;
  }
}
