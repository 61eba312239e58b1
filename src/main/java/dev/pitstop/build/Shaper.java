package dev.pitstop.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Chooses the lines of a report, within its budget: first the very end, then the errors in order
/// with their surroundings, then more of the end; where nothing was recognised, the beginning and
/// the end.
final class Shaper {
  private static final int MOST_CHARS_OF_A_LINE = 400;

  /// Lines and characters for the counts, the log's name and the marks of what was left out.
  private static final int RESERVED_LINES = 4;

  private static final int RESERVED_CHARS = 500;

  /// So much of the end, whatever else there is.
  private static final int END = 4;

  /// The end matters less once the errors are there.
  private static final int END_BEHIND_ERRORS = 15;

  private static final int BEGINNING = 8;

  private final List<String> prefixes = new ArrayList<>();

  Shaper(Path workingDirectory) {
    Path absolute = workingDirectory.toAbsolutePath().normalize();
    // A prefix as short as "/" or "/home" would mutilate paths of others.
    if (absolute.getNameCount() > 1) {
      String own = absolute.toString();
      String separator = absolute.getFileSystem().getSeparator();
      prefixes.add("file://" + own + separator);
      prefixes.add(own + separator);
    }
  }

  /// @param kept lines in order, with gaps
  /// @param total how many lines there were
  String shape(List<Line> kept, long total, int errors, int warnings, String logFile) {
    var text = new StringBuilder();
    if (errors > 0 || warnings > 0) {
      text.append(counts(errors, warnings)).append(":\n");
    }
    if (total == 0) {
      text.append("(no output)\n");
    }
    var printer = new Printer(kept, choose(kept, logFile.length()), total);
    printer.print(text);
    if (!logFile.isEmpty()) {
      text.append("Full log: ").append(logFile).append('\n');
    }
    return text.toString().stripTrailing();
  }

  private static String counts(int errors, int warnings) {
    if (errors == 0) {
      return Numbers.of(warnings, "warning");
    }
    String text = Numbers.of(errors, "error");
    return warnings == 0 ? text : text + ", " + Numbers.of(warnings, "warning");
  }

  /// Indices into `kept`.
  private SortedSet<Integer> choose(List<Line> kept, int logFileLength) {
    var chosen = new TreeSet<Integer>();
    var budget = new Budget(kept, logFileLength);
    int last = kept.size() - 1;
    for (int i = last, taken = 0; i >= 0 && taken < END; i--) {
      taken += budget.take(i, chosen) ? 1 : 0;
    }
    boolean anyError = false;
    for (int i = 0; i <= last; i++) {
      Mark mark = kept.get(i).mark();
      boolean begins = mark.isError() || mark.kind() == Mark.Kind.TRACEBACK;
      if (begins && !kept.get(i).repeated()) {
        anyError = true;
        i = takeError(kept, i, budget, chosen);
      }
    }
    for (int i = 0; i < kept.size() && i < BEGINNING && !anyError; i++) {
      budget.take(i, chosen);
    }
    boolean small = kept.size() <= BuildReport.MOST_LINES - RESERVED_LINES;
    int more = anyError && !small ? END_BEHIND_ERRORS : kept.size();
    for (int i = last; i >= 0 && i > last - more && !budget.isSpent(); i--) {
      budget.take(i, chosen);
    }
    return chosen;
  }

  /// @return the index of the last line that belongs to the error
  private static int takeError(List<Line> kept, int at, Budget budget, SortedSet<Integer> chosen) {
    Mark mark = kept.get(at).mark();
    int end = mark.kind() == Mark.Kind.TRACEBACK ? tracebackEnd(kept, at) : errorEnd(kept, at);
    for (int i = Math.max(0, at - before(kept, at)); i < at; i++) {
      budget.take(i, chosen);
    }
    budget.take(at, chosen);
    // Of a long traceback the last frames are the ones that matter.
    int from = mark.kind() == Mark.Kind.TRACEBACK ? Math.max(at + 1, end - 7) : at + 1;
    for (int i = from; i <= end; i++) {
      budget.take(i, chosen);
    }
    return end;
  }

  /// eslint names the file once, above a block of messages.
  private static int before(List<Line> kept, int at) {
    if (kept.get(at).mark().before() == 0) {
      return 0;
    }
    for (int i = at - 1; i >= 0 && at - i <= 50; i--) {
      String text = kept.get(i).text();
      if (text.isBlank()) {
        return 0;
      }
      if (!text.startsWith(" ")) {
        // Only that line, not the messages in between.
        return i == at - 1 ? 1 : 0;
      }
    }
    return 0;
  }

  private static int errorEnd(List<Line> kept, int at) {
    Mark mark = kept.get(at).mark();
    int end = at;
    while (end + 1 < kept.size() && end - at < mark.after()) {
      Line next = kept.get(end + 1);
      boolean adjacent = next.number() == kept.get(end).number() + 1;
      boolean belongs =
          next.mark().kind() == Mark.Kind.PLAIN
              && !next.text().isBlank()
              && (!mark.indented() || Capture.isContinuation(next.text()));
      if (!adjacent || !belongs) {
        break;
      }
      end++;
    }
    return end;
  }

  /// Frames are indented; the first line that is not is the error itself.
  private static int tracebackEnd(List<Line> kept, int at) {
    int end = at;
    int most = kept.get(at).mark().after();
    while (end + 1 < kept.size() && end - at < most) {
      Line next = kept.get(end + 1);
      if (next.number() != kept.get(end).number() + 1 || next.text().isBlank()) {
        break;
      }
      end++;
      if (!next.text().startsWith(" ")) {
        break;
      }
    }
    return end;
  }

  /// The line as it is shown.
  private String shown(Line line) {
    String text = line.text();
    for (String prefix : prefixes) {
      text = text.replace(prefix, "");
    }
    if (text.length() > MOST_CHARS_OF_A_LINE) {
      int cut = MOST_CHARS_OF_A_LINE;
      cut -= Character.isHighSurrogate(text.charAt(cut - 1)) ? 1 : 0;
      int tail = text.lastIndexOf(" … ");
      String rest = tail >= cut && text.endsWith(" more bytes]") ? text.substring(tail) : " …";
      text = text.substring(0, cut) + rest;
    }
    return text.stripTrailing();
  }

  private static boolean isDispensable(Line line) {
    return line.repeated() || line.mark().kind() == Mark.Kind.NOISE;
  }

  /// What is left of the report's size.
  private final class Budget {
    private final List<Line> kept;
    private int lines = BuildReport.MOST_LINES - RESERVED_LINES;
    private int chars;

    Budget(List<Line> kept, int logFileLength) {
      this.kept = kept;
      this.chars = BuildReport.MOST_CHARS - RESERVED_CHARS - Math.min(logFileLength, 2_000);
    }

    boolean isSpent() {
      return lines <= 0 || chars <= 0;
    }

    /// A new island of lines may cost a mark of what is left out before it.
    boolean take(int index, SortedSet<Integer> chosen) {
      Line line = kept.get(index);
      if (isDispensable(line) || chosen.contains(index)) {
        return false;
      }
      boolean island = !chosen.contains(index - 1) && !chosen.contains(index + 1);
      int lineCost = island ? 2 : 1;
      int cost = shown(line).length() + 1 + (island ? 30 : 0);
      if (lineCost > lines || cost > chars) {
        return false;
      }
      lines -= lineCost;
      chars -= cost;
      return chosen.add(index);
    }
  }

  private final class Printer {
    private final List<Line> kept;
    private final SortedSet<Integer> chosen;
    private final long total;

    Printer(List<Line> kept, SortedSet<Integer> chosen, long total) {
      this.kept = kept;
      this.chosen = chosen;
      this.total = total;
    }

    void print(StringBuilder text) {
      long next = 1;
      int index = 0;
      for (int i : chosen) {
        gap(next, kept.get(i).number(), index, i, text);
        text.append(shown(kept.get(i))).append('\n');
        next = kept.get(i).number() + 1;
        index = i + 1;
      }
      gap(next, total + 1, index, kept.size(), text);
    }

    /// Says how many lines are missing, unless they are empty, repeated or say nothing.
    private void gap(long from, long to, int firstIndex, int endIndex, StringBuilder text) {
      long worth = to - from;
      for (int i = firstIndex; i < endIndex; i++) {
        Line line = kept.get(i);
        worth -= isDispensable(line) || line.text().isBlank() ? 1 : 0;
      }
      if (worth > 0) {
        text.append("… ").append(Numbers.of(to - from, "line")).append(" left out …\n");
      }
    }
  }
}
