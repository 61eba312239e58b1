package dev.pitstop.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is kept of the lines for the report: the first ones, the last ones, and the first errors
/// with what explains them. Memory is bounded whatever comes. Not for several threads at once.
final class Capture {
  /// First lines that are kept, and last ones: a report has room for no more.
  static final int KEPT = BuildReport.MOST_LINES;

  /// Lines of errors that are kept.
  static final int OF_ERRORS = 2 * BuildReport.MOST_LINES;

  /// Lines below an error that may explain it: a message of rustc is as long.
  private static final int BELOW = 12;

  /// Lines above an error that may explain it: the last frames of a traceback.
  private static final int ABOVE = 8;

  private static final int MOST_REMEMBERED = 10_000;

  /// @param number from 1, without counting noise
  record Line(long number, String text) {}

  /// A copy of what is kept, each list in order; a line may be in all of them.
  ///
  /// @param numbered how many lines there were, without noise
  /// @param lines how many there were in all
  record Kept(
      List<Line> first, List<Line> errors, List<Line> last, long numbered, long lines, int count) {}

  private final List<Line> first = new ArrayList<>();
  private final List<Line> errors = new ArrayList<>();
  private final Deque<Line> last = new ArrayDeque<>();

  /// The lines just before this one that would explain an error here.
  private final Deque<Line> above = new ArrayDeque<>();

  /// Hash codes of the errors so far, to leave out those that are told again.
  private final Set<Long> told = new HashSet<>();

  private long lines;
  private long numbered;
  private int count;

  /// How many of the next lines may explain the last error; whether they are left out with it.
  private int below;

  private boolean repeated;

  /// Takes the next line of the build.
  void add(String text) {
    add(text, Diagnostics.of(text));
  }

  /// Takes a line of our own, which is no error whatever words are in it.
  void addOwn(String text) {
    add(text, Diagnostics.Kind.VERDICT);
  }

  private void add(String text, Diagnostics.Kind kind) {
    lines++;
    switch (kind) {
      case NOISE -> {}
      case ERROR -> {
        repeated = told.size() < MOST_REMEMBERED && !told.add(hash(text));
        begin(text);
      }
      case ERROR_BELOW -> {
        repeated = false; // the same words may be of another file
        above.forEach(this::keepError);
        begin(text);
      }
      case VERDICT -> {
        below = 0;
        keep(text);
      }
      case ORDINARY -> {
        boolean explains = below > 0 && explains(text);
        below = explains ? below - 1 : 0;
        if (!explains) {
          keep(text);
        } else if (!repeated) {
          keepError(keep(text));
        }
      }
    }
  }

  private void begin(String text) {
    below = BELOW;
    if (!repeated) {
      count++;
      keepError(keep(text));
    }
  }

  /// Whether a line goes on with the error above it: the one just below the error does, then what
  /// is indented or begins with the number of a source line.
  private boolean explains(String text) {
    return !text.isBlank()
        && (below == BELOW || isIndented(text) || Character.isDigit(text.charAt(0)));
  }

  private static boolean isIndented(String text) {
    return !text.isEmpty() && Character.isWhitespace(text.charAt(0));
  }

  private Line keep(String text) {
    Line line = new Line(++numbered, text);
    if (first.size() < KEPT) {
      first.add(line);
    }
    addBounded(last, line, KEPT);
    if (text.isBlank() || !isIndented(text)) {
      above.clear();
    }
    if (!text.isBlank()) {
      addBounded(above, line, ABOVE);
    }
    return line;
  }

  private static void addBounded(Deque<Line> lines, Line line, int most) {
    lines.addLast(line);
    if (lines.size() > most) {
      lines.removeFirst();
    }
  }

  private void keepError(Line line) {
    boolean there = !errors.isEmpty() && errors.getLast().number() >= line.number();
    if (!there && errors.size() < OF_ERRORS) {
      errors.add(line);
    }
  }

  /// 64 bits, so that two different messages are practically never taken for one.
  private static long hash(String text) {
    long hash = 1125899906842597L;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

  Kept kept() {
    return new Kept(
        List.copyOf(first), List.copyOf(errors), List.copyOf(last), numbered, lines, count);
  }
}
