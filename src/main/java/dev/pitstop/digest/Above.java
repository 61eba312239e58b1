package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.List;

/// Looks above the first frame of a stack for what belongs to it: the error's message, and the line
/// of the source that some languages quote. Stateless.
final class Above {
  /// How many lines a message may have.
  static final int LINES = 8;

  /// How many lines it may have if it begins with the name of an error. A line of a log does not
  /// begin so.
  private static final int LINES_BELOW_A_NAME = 40;

  private Above() {}

  /// The index of the line above that names an error, or is known to say what happened. Only lines
  /// of a message may be between. -1 if there is none.
  static int head(List<Part> parts, int end) {
    for (int i = end - 1; i >= 0 && end - i <= LINES_BELOW_A_NAME; i--) {
      Part part = parts.get(i);
      boolean near = end - i <= LINES;
      boolean names = near ? Complaint.namesAnError(part.text()) : beginsWithAName(part.text());
      boolean may = part.is(Kind.HEAD) || part.is(Kind.TEXT) || part.is(Kind.DETAIL);
      if ((near && part.is(Kind.HEAD)) || (names && may)) {
        return i;
      }
      if (!part.is(Kind.TEXT) && !part.is(Kind.BLANK)) {
        return -1;
      }
    }
    return -1;
  }

  /// `java.lang.IllegalStateException: x`, `TypeError: x`, `Exception in thread "main" x.YError:
  /// z`.
  private static boolean beginsWithAName(String line) {
    String name = line.split(":", 2)[0];
    return line.startsWith("Exception in thread \"")
        || (Complaint.namesAnError(name)
            && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._$".indexOf(c) >= 0));
  }

  static void claim(List<Part> parts, int head, int end, int ofStack) {
    parts.set(head, parts.get(head).as(Kind.HEAD, ofStack));
    setTexts(parts, head + 1, end, Kind.MORE, ofStack);
    claimSource(parts, head, ofStack);
  }

  static void setTexts(List<Part> parts, int from, int to, Kind kind, int ofStack) {
    for (int i = from; i < to; i++) {
      if (parts.get(i).is(Kind.TEXT)) {
        parts.set(i, parts.get(i).as(kind, ofStack));
      }
    }
  }

  /// Marks the lines that Node puts above its error: the place, the line of the source, and marks
  /// below that.
  static void claimSource(List<Part> parts, int head, int ofStack) {
    int i = head - 1;
    while (i >= 0
        && head - i <= LINES
        && (parts.get(i).is(Kind.TEXT) || parts.get(i).is(Kind.BLANK))) {
      String text = parts.get(i).text();
      boolean place = text.indexOf(' ') < 0 && Texts.numberBehindColon(text) > 0;
      if (place) {
        boolean ours = text.startsWith("node:");
        setTexts(parts, i, head, ours ? Kind.NOISE : Kind.SOURCE, ofStack);
        return;
      }
      i--;
    }
  }
}
