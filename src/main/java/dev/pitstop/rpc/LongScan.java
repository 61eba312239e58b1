package dev.pitstop.rpc;

/// Searches for the end of one long line while the line arrives, and notes the line's long strings.
/// So one pass does the work of two, while the peer still writes.
///
/// Between strings the scan goes byte by byte. That pays only if the strings are long. If less than
/// half of the text is long strings, the scan looks only for the line's end from there on. One
/// thread.
final class LongScan {
  /// Shorter strings are not worth a note.
  static final int LONG = 4 * 1024;

  /// After so many bytes the scan first checks whether it pays, and then after each [#AGAIN].
  private static final int FIRST_LOOK = 2 * LONG;

  private static final int AGAIN = 64 * 1024;

  private static final int OUTSIDE = 0;
  private static final int INSIDE = 1;

  /// In a string, behind a backslash.
  private static final int ESCAPE = 2;

  /// In a string, in the digits of a `\\u` escape. This state and those above it count the digits
  /// that are still to come.
  private static final int DIGITS = 3;

  /// The scan looks only for the end of the line.
  private static final int PLAIN = -1;

  private final LongStrings found = new LongStrings();
  private int state = OUTSIDE;
  private boolean escaped;
  private int begun; // offset of the string under way
  private int offset; // bytes of the line before this piece
  private int inLong; // bytes of the line in long strings
  private int look = FIRST_LOOK;

  /// The next piece of the line.
  ///
  /// @return the offset in `b` of the line's end, or `to` if it goes on
  int feed(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '\n') { // a newline ends a string, too: then the line is not valid
      if (offset + i - from >= look) {
        look(offset + i - from);
      }
      i =
          switch (state) {
            case PLAIN -> Swar.newline(b, i, to);
            case OUTSIDE -> outside(b, i, Math.min(to, i + FIRST_LOOK), offset - from);
            case INSIDE -> inside(b, i, Math.min(to, i + AGAIN), offset - from);
            default -> escape(b[i], i);
          };
    }
    offset += i - from;
    return i;
  }

  private void look(int now) {
    int inThis = state == OUTSIDE || now - begun < LONG ? 0 : now - begun;
    if (2L * (inLong + inThis) < now) {
      state = PLAIN;
    }
    look = now + AGAIN;
  }

  private int outside(byte[] b, int from, int to, int before) {
    int i = from;
    while (i < to && b[i] != '"' && b[i] != '\n') {
      i++;
    }
    if (i < to && b[i] == '"') {
      begun = before + i;
      escaped = false;
      state = INSIDE;
      i++;
    }
    return i;
  }

  private int inside(byte[] b, int from, int to, int before) {
    int i = from;
    while (i < to) {
      i = JsonScanner.special(b, i, to);
      if (i == to || b[i] == '\n') {
        return i;
      }
      if (b[i] != '\\') {
        end(b[i], before + i + 1);
        return i + 1;
      }
      escaped = true;
      int next = JsonScanner.escapes(b, i, to);
      if (next == i) {
        state = ESCAPE; // half an escape, or an error
        return i + 1;
      }
      i = next;
    }
    return i;
  }

  /// Ends a string, at its closing quote or at a byte that makes the line invalid.
  private void end(int by, int end) {
    if (by != '"') {
      state = PLAIN; // a control character: the parser reports it
      return;
    }
    if (end - begun >= LONG) {
      found.add(begun, end, escaped);
      inLong += end - begun;
    }
    state = OUTSIDE;
  }

  private int escape(int c, int i) {
    if (state == ESCAPE) {
      state = c == 'u' ? DIGITS + 3 : JsonScanner.isSimpleEscape(c) ? INSIDE : PLAIN;
    } else if (!JsonScanner.isHexDigit(c)) {
      state = PLAIN;
    } else {
      state = state == DIGITS ? INSIDE : state - 1;
    }
    return i + 1;
  }

  /// The long strings that were found. Called at the end of the line.
  LongStrings found() {
    return found;
  }
}
