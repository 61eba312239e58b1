package dev.pitstop.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes the report within its limits (R3): the errors and the end of the output, or, where no
/// error was recognised, the beginning and the end; what is left out is counted.
final class ReportText {
  private static final int MOST_CHARS_OF_A_LINE = 400;

  /// Lines and characters for the count, the log's name and the marks of what is left out.
  private static final int RESERVED_LINES = 4;

  private static final int RESERVED_CHARS = 500;

  /// So much of the end comes before anything else.
  private static final int VERY_END = 4;

  /// So much of the end is enough behind errors.
  private static final int END_BEHIND_ERRORS = 15;

  private static final int BEGINNING = 8;

  private final List<String> prefixes = new ArrayList<>();

  /// The lines to show, by number.
  private final TreeMap<Long, String> chosen = new TreeMap<>();

  private int linesLeft = BuildReport.MOST_LINES - RESERVED_LINES;
  private int charsLeft = BuildReport.MOST_CHARS - RESERVED_CHARS;

  private ReportText(Path workingDirectory) {
    Path absolute = workingDirectory.toAbsolutePath().normalize();
    // A prefix as short as "/" or "/home" would mutilate paths of others.
    if (absolute.getNameCount() > 1) {
      String own = absolute + absolute.getFileSystem().getSeparator();
      prefixes.add("file://" + own);
      prefixes.add(own);
    }
  }

  /// @param workingDirectory paths below it are shown relative
  /// @param logFile what to say of the full log; empty without one
  static String of(Capture.Kept kept, Path workingDirectory, String logFile) {
    var report = new ReportText(workingDirectory);
    report.charsLeft -= Math.min(logFile.length(), 2_000);
    report.choose(kept);
    var text = new StringBuilder();
    if (kept.count() > 0) {
      text.append(Numbers.of(kept.count(), "error")).append(":\n");
    }
    if (kept.lines() == 0) {
      text.append("(no output)\n");
    }
    report.print(kept.numbered(), text);
    if (!logFile.isEmpty()) {
      text.append("Full log: ").append(logFile).append('\n');
    }
    return text.toString().stripTrailing();
  }

  /// The most important lines first, as there may not be room for all.
  private void choose(Capture.Kept kept) {
    List<Capture.Line> end = kept.last().reversed();
    end.subList(0, Math.min(VERY_END, end.size())).forEach(this::take);
    kept.errors().forEach(this::take);
    boolean small = kept.numbered() <= linesLeft;
    boolean errors = !kept.errors().isEmpty();
    if (small || !errors) {
      int most = small ? kept.first().size() : Math.min(BEGINNING, kept.first().size());
      kept.first().subList(0, most).forEach(this::take);
    }
    int most = errors && !small ? END_BEHIND_ERRORS : end.size();
    end.subList(0, Math.min(most, end.size())).forEach(this::take);
  }

  /// Shows one line more, if there is room.
  private void take(Capture.Line line) {
    if (chosen.containsKey(line.number())) {
      return;
    }
    // One that stands alone may need a mark of what is left out before it.
    boolean alone =
        !chosen.containsKey(line.number() - 1) && !chosen.containsKey(line.number() + 1);
    String text = shown(line.text());
    int lines = alone ? 2 : 1;
    int chars = text.length() + 1 + (alone ? 30 : 0);
    if (lines <= linesLeft && chars <= charsLeft) {
      linesLeft -= lines;
      charsLeft -= chars;
      chosen.put(line.number(), text);
    }
  }

  private String shown(String line) {
    String text = line;
    for (String prefix : prefixes) {
      text = text.replace(prefix, "");
    }
    if (text.length() > MOST_CHARS_OF_A_LINE) {
      int cut = MOST_CHARS_OF_A_LINE;
      cut -= Character.isHighSurrogate(text.charAt(cut - 1)) ? 1 : 0;
      // What the splitter says of an endless line.
      int tail = text.lastIndexOf(" … ");
      String rest = tail >= cut && text.endsWith(" more bytes]") ? text.substring(tail) : " …";
      text = text.substring(0, cut) + rest;
    }
    return text.stripTrailing();
  }

  private void print(long numbered, StringBuilder text) {
    long next = 1;
    for (Map.Entry<Long, String> line : chosen.entrySet()) {
      gap(line.getKey() - next, text);
      text.append(line.getValue()).append('\n');
      next = line.getKey() + 1;
    }
    gap(numbered + 1 - next, text);
  }

  private static void gap(long lines, StringBuilder text) {
    if (lines > 0) {
      text.append("… ").append(Numbers.of(lines, "line")).append(" left out …\n");
    }
  }
}
