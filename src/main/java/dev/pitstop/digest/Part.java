package dev.pitstop.digest;

import dev.pitstop.text.Complaint;
import dev.pitstop.text.Words;
import java.util.Optional;

/// A line, and what it is to the stack trace around it.
///
/// @param text the line as it came
/// @param origin who wrote the code of the frame, if it is a frame
/// @param stack the number of the stack that it belongs to, from 1; 0 if it belongs to none
/// @param aside whether it belongs to a thread that only happened to be there
record Part(String text, Kind kind, Optional<FrameOwner> origin, int stack, boolean aside) {
  /// How many characters of a line are shown.
  static final int LINE_LIMIT = 400;

  enum Kind {
    /// Says what happened, or what caused it.
    HEAD,
    /// Continues the message above it.
    MORE,
    /// The line of the source with the error, as the language quotes it.
    SOURCE,
    /// Stands between two errors and says how they belong together.
    MARK,
    FRAME,
    /// Belongs to the frame above it.
    OF_FRAME,
    /// The marks below a line of the source.
    CARET,
    /// Something more that the error tells: `code: 'ENOENT'`.
    DETAIL,
    /// Says nothing: `... 3 more`, a closing brace, that npm failed as the program failed.
    NOISE,
    BLANK,
    TEXT
  }

  static Part text(String line) {
    return new Part(line, line.isBlank() ? Kind.BLANK : Kind.TEXT, Optional.empty(), 0, false);
  }

  Part as(Kind now, int ofStack) {
    return new Part(text, now, origin, ofStack, aside);
  }

  Part frame(FrameOwner whose, int ofStack) {
    return new Part(text, Kind.FRAME, Optional.of(whose), ofStack, aside);
  }

  Part besides() {
    return new Part(text, kind, origin, stack, true);
  }

  /// How many blanks a line begins with.
  static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  /// The line as it is shown.
  String shown() {
    return Words.cut(text, LINE_LIMIT);
  }

  boolean complains(Complaint how) {
    return (is(Kind.TEXT) || is(Kind.HEAD)) && Complaint.of(text) == how;
  }

  boolean is(Kind one) {
    return kind == one;
  }

  /// Whether it is a frame of Python.
  boolean isPython() {
    return is(Kind.FRAME) && text.contains("File \"");
  }

  /// Whether the stack of a goroutine begins that did not panic.
  boolean isOtherGoroutine() {
    return aside && is(Kind.MARK) && text.startsWith("goroutine ");
  }

  boolean isOf(FrameOwner.Rank rank) {
    return is(Kind.FRAME) && origin.filter(o -> o.rank() == rank).isPresent();
  }
}
