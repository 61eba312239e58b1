package dev.pitstop.build;

/// What one line of build output is, and how much of its surroundings explains it.
///
/// @param kind what it is
/// @param before how many lines above belong to it (eslint's file name)
/// @param after how many lines below may belong to it
/// @param indented whether only indented lines below belong to it
record Mark(Kind kind, int before, int after, boolean indented) {

  enum Kind {
    ERROR,
    WARNING,
    /// A count or a verdict of the tool: shown as part of the end, not counted.
    SUMMARY,
    /// Said in every failing build, helps nobody: left out first.
    NOISE,
    /// Begins with the place and ends with the error: a Python traceback.
    TRACEBACK,
    PLAIN
  }

  static final Mark PLAIN = new Mark(Kind.PLAIN, 0, 0, false);
  static final Mark SUMMARY = new Mark(Kind.SUMMARY, 0, 0, false);
  static final Mark NOISE = new Mark(Kind.NOISE, 0, 0, false);
  static final Mark WARNING = new Mark(Kind.WARNING, 0, 0, false);
  static final Mark TRACEBACK = new Mark(Kind.TRACEBACK, 0, 40, false);

  /// An error with whatever follows: source line, caret, symbol, location.
  static final Mark ERROR = new Mark(Kind.ERROR, 0, 5, false);

  /// An error in one line; indented lines below explain it.
  static final Mark ERROR_LINE = new Mark(Kind.ERROR, 0, 5, true);

  /// rustc: a block up to the next empty line.
  static final Mark ERROR_BLOCK = new Mark(Kind.ERROR, 0, 14, false);

  /// eslint: the file stands above.
  static final Mark ERROR_BELOW_FILE = new Mark(Kind.ERROR, 1, 0, true);

  boolean isError() {
    return kind == Kind.ERROR;
  }
}
