package dev.pitstop.digest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The lines kept for the report: the first, the last, and the first errors with their
/// explanations. Memory is bounded for any input. Not thread-safe.
final class Capture {
  /// How many first lines, last lines and errors are kept. A report has no room for more.
  static final int KEPT = BuildReport.MOST_LINES;

  /// How many lines below an error may explain it. A message of rustc is that long.
  private static final int BELOW = 12;

  /// How many lines above an error may explain it. They are the last frames of a traceback.
  private static final int ABOVE = 8;

  private static final int MOST_REMEMBERED = 1_000;

  private static final Pattern INDENTED = Pattern.compile("\\s|\\d");
  private static final Pattern NOTE = Pattern.compile("(help: |note: ).*|.*: note: .*|\\.\\.\\.");

  /// What a line is good for.
  enum Use {
    /// A line of Pitstop's own about the build.
    OWN,
    PLAIN,
    /// An error, with the lines below that explain it.
    ERROR,
    /// A warning with its explanation, or progress: left out when there are errors.
    ASIDE
  }

  /// @param number from 1, without counting noise
  record Line(long number, String text, Use use) {}

  /// An error, reported once.
  ///
  /// @param head the error and its place, if known: one or two lines
  /// @param more its explanation; shortened if there are many errors
  record Found(List<Line> head, List<Line> more) {}

  /// A copy of what is kept. Each list is in order, and a line may be in all of them.
  ///
  /// @param numbered how many lines there were, without noise
  /// @param lines how many there were in all
  /// @param count how many different errors there were
  record Kept(
      List<Line> first,
      List<Found> errors,
      List<Line> last,
      long numbered,
      long lines,
      int count) {}

  private final List<Line> first = new ArrayList<>();
  private final List<Found> errors = new ArrayList<>();
  private final Deque<Line> last = new ArrayDeque<>();

  /// The lines just before this one that would explain an error here.
  private final Deque<Line> above = new ArrayDeque<>();

  /// The errors so far, of which repetitions are left out.
  private final Set<String> told = new HashSet<>();

  private long lines;
  private long numbered;
  private int count;

  /// An error or a warning, and the lines below that belong to it, up to the first that does not.
  private final List<String> block = new ArrayList<>();

  private Diagnostics.Kind blockKind = Diagnostics.Kind.ORDINARY;

  /// Takes the next line.
  ///
  /// @param own whether it is by Pitstop; such a line is never an error
  void add(String text, boolean own) {
    lines++;
    Diagnostics.Kind kind = own ? Diagnostics.Kind.VERDICT : Diagnostics.of(text);
    switch (kind) {
      case NOISE -> {}
      case ERROR, ERROR_BELOW, WARNING -> {
        closeBlock();
        block.add(text);
        blockKind = kind;
      }
      case PROGRESS -> keepBehind(text, Use.ASIDE);
      case VERDICT -> keepBehind(text, own ? Use.OWN : Use.PLAIN);
      case ORDINARY -> {
        if (!block.isEmpty() && explains(text)) {
          block.add(text);
        } else {
          keepBehind(text, Use.PLAIN);
        }
      }
    }
  }

  private void keepBehind(String text, Use use) {
    closeBlock();
    keep(text, use);
  }

  /// Whether a line continues the error above it. The line just below the error does. Later lines
  /// do if they are indented, begin with the number of a source line, or are a note. Some tools
  /// leave an empty line below the error.
  private boolean explains(String text) {
    if (text.isBlank() || block.size() == 1) {
      return block.size() == 1;
    }
    boolean any = !block.get(1).isBlank();
    return block.size() <= BELOW
        && (INDENTED.matcher(text).lookingAt() || (any && NOTE.matcher(text).matches()));
  }

  /// The error or warning that is open is complete.
  private void closeBlock() {
    if (block.isEmpty()) {
      return;
    }
    boolean warning = blockKind == Diagnostics.Kind.WARNING;
    boolean below = blockKind == Diagnostics.Kind.ERROR_BELOW;
    // the same words below a traceback may be about another file
    boolean news =
        warning || below || told.size() >= MOST_REMEMBERED || told.add(ErrorPlace.key(block));
    if (news) {
      List<Line> explained = below ? List.copyOf(above) : List.of();
      List<Line> kept = new ArrayList<>();
      block.forEach(text -> kept.add(keep(text, warning ? Use.ASIDE : Use.ERROR)));
      if (!warning) {
        count++;
        keepError(explained, kept);
      }
    }
    block.clear();
  }

  private void keepError(List<Line> explained, List<Line> kept) {
    if (errors.size() == KEPT) {
      return;
    }
    List<Line> all = new ArrayList<>(explained);
    all.addAll(kept);
    Line error = kept.getFirst();
    List<Line> head = new ArrayList<>(List.of(error));
    ErrorPlace.of(explained, kept)
        .ifPresent(where -> head.add(where.number() < error.number() ? 0 : 1, where));
    all.removeAll(head);
    errors.add(new Found(List.copyOf(head), all));
  }

  private Line keep(String text, Use use) {
    Line line = new Line(++numbered, text, use);
    if (first.size() < KEPT) {
      first.add(line);
    }
    addBounded(last, line, KEPT);
    if (text.isBlank() || !Character.isWhitespace(text.charAt(0))) {
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

  Kept kept() {
    closeBlock();
    return new Kept(
        List.copyOf(first), List.copyOf(errors), List.copyOf(last), numbered, lines, count);
  }
}
