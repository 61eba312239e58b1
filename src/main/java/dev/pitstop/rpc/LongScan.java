package dev.pitstop.rpc;

/// Looks for the end of one long line while it comes in, and notes its long strings on the way: one
/// pass for what would be two, done while the peer still writes.
///
/// Between strings it goes byte by byte, which pays only where they are long: where less than half
/// of the text is long strings, it looks for the line's end alone, from there on. One thread.
final class LongScan {
  /// Shorter ones are not worth a note.
  static final int LONG = 4 * 1024;

  /// After this much it looks for the first time whether it pays, then after each [#AGAIN].
  private static final int FIRST_LOOK = 2 * LONG;

  private static final int AGAIN = 64 * 1024;

  private static final int OUTSIDE = 0;
  private static final int INSIDE = 1;

  /// In a string, behind a backslash.
  private static final int ESCAPE = 2;

  /// In a string, the digits of a `\\u` escape that are still to come: this state and those above.
  private static final int DIGITS = 3;

  /// It looks for the end of the line alone.
  private static final int PLAIN = -1;

  private final LongStrings found = new LongStrings();
  private int state = OUTSIDE;
  private boolean escaped;
  private int begun; // the string under way
  private int offset; // how much of the line came before this piece
  private int inLong; // how much of it were long strings
  private int look = FIRST_LOOK;

  /// The next piece of the line.
  ///
  /// @return the offset in `b` of the line's end, or `to` if it goes on
  int feed(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '\n') { // that ends a string, too: the line is not valid then
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
        state = ESCAPE; // half of one, or a mistake
        return i + 1;
      }
      i = next;
    }
    return i;
  }

  /// The string ends with a quote, or the line is not valid.
  private void end(int by, int end) {
    if (by != '"') {
      state = PLAIN; // a control character: the parser says so
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

  /// What was found, once the line is at its end.
  ///
  /// @param start how many of its first bytes do not belong to it (a byte order mark)
  LongStrings found(int start) {
    if (start > 0) {
      found.shift(start);
    }
    return found;
  }
}
