package dev.pitstop.textedit;

/// The first mistake in a text, which ends its reading.
public final class Mistake extends Exception {
  private static final long serialVersionUID = 1;

  private final int offset;
  private final transient KeyPath path;
  private final String message;

  public Mistake(int offset, KeyPath path, String message) {
    super(message, null, false, false);
    this.offset = offset;
    this.path = path;
    this.message = message;
  }

  /// Where it is, in characters.
  public int offset() {
    return offset;
  }

  /// The keys around it; empty for TOML.
  public KeyPath path() {
    return path;
  }

  /// One line, without a full stop. It quotes nothing but keys: what is next to a mistake may be a
  /// secret.
  public String message() {
    return message;
  }
}
