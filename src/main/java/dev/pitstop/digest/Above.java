package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.List;
import java.util.regex.Pattern;

/// Looks above the first frame of a stack for what belongs to it: the error's message, and the line
/// of the source that some languages quote. Stateless.
final class Above {
  /// How many lines a message may have.
  static final int LINES = 8;

  /// How many lines it may have if it begins with the name of an error. A line of a log does not
  /// begin so.
  private static final int LINES_BELOW_A_NAME = 40;

  /// `java.lang.IllegalStateException: x`, `TypeError: x`, `Exception in thread "main" x.YError:
  /// z`.
  private static final Pattern NAME =
      Pattern.compile(
          "Exception in thread \"|[\\w.$]*(?:Error|Exception|Throwable)(?:\\.[\\w.$]*)?(?::|$)");

  /// A place alone on its line.
  private static final Pattern PLACE = Pattern.compile("[^ ]{2,}?:\\d[^ ]*");

  private Above() {}

  /// The index of the line above that names an error, or is known to say what happened. Only lines
  /// of a message may be between. -1 if there is none.
  static int head(List<Part> parts) {
    int end = parts.size();
    for (int i = end - 1; i >= 0 && end - i <= LINES_BELOW_A_NAME; i--) {
      Part part = parts.get(i);
      boolean near = end - i <= LINES;
      boolean names =
          near ? Complaint.namesAnError(part.text()) : NAME.matcher(part.text()).lookingAt();
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

  static void claim(List<Part> parts, int head, int ofStack) {
    parts.set(head, parts.get(head).as(Kind.HEAD, ofStack));
    setTexts(parts, head + 1, parts.size(), Kind.MORE, ofStack);
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
    int first = Math.max(0, head - LINES);
    for (int i = head - 1; i >= first; i--) {
      Part part = parts.get(i);
      if (PLACE.matcher(part.text()).matches() && part.is(Kind.TEXT)) {
        Kind kind = part.text().startsWith("node:") ? Kind.NOISE : Kind.SOURCE;
        setTexts(parts, i, head, kind, ofStack);
        return;
      }
      if (!part.is(Kind.TEXT) && !part.is(Kind.BLANK)) {
        return;
      }
    }
  }
}
