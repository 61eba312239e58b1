package dev.pitstop.digest;

import dev.pitstop.digest.Capture.Use;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Writes the report within its limits: the errors and the end of the output or, without a
/// recognised error, its beginning and end. Left-out lines are counted.
final class ReportText {
  private static final int MOST_CHARS_OF_A_LINE = 400;

  /// The lines and characters reserved for the count, the log's name and the marks of left-out
  /// lines.
  private static final int RESERVED_LINES = 4;

  private static final int RESERVED_CHARS = 500;

  /// How many of the last lines are chosen before other lines. They stay free while errors are
  /// chosen.
  private static final int VERY_END = 4;

  /// How many of the last lines are enough if there are errors.
  private static final int END_BEHIND_ERRORS = 15;

  private static final int BEGINNING = 8;

  /// How the paths begin that are shown relative; empty if none are.
  private final String own;

  /// The lines to show, by number.
  private final TreeMap<Long, String> chosen = new TreeMap<>();

  /// The numbers of chosen lines that belong to errors. There is no mark of left-out lines between
  /// two of these.
  private final Set<Long> ofErrors = new HashSet<>();

  /// Numbers of empty lines. Beside errors they are not counted as left out.
  private final Set<Long> blank = new HashSet<>();

  private boolean errors;
  private int shownErrors;
  private int linesLeft = BuildReport.MOST_LINES - RESERVED_LINES;
  private int charsLeft = BuildReport.MOST_CHARS - RESERVED_CHARS;

  private ReportText(Path workingDirectory) {
    Path absolute = workingDirectory.normalize();
    // A prefix as short as "/" or "/home" would mutilate paths of others.
    boolean may = absolute.getNameCount() > 1;
    own = may ? absolute + absolute.getFileSystem().getSeparator() : "";
  }

  /// @param workingDirectory paths below it are shown relative
  /// @param logFile the path of the full log, with remarks; empty without one
  static String of(Capture.Kept kept, Path workingDirectory, String logFile) {
    var report = new ReportText(workingDirectory);
    report.charsLeft -= Math.min(logFile.length(), 2_000);
    report.choose(kept);
    var text = new StringBuilder();
    if (kept.count() > 0) {
      text.append(Words.groupedCount(kept.count(), "error"));
      boolean all = report.shownErrors == kept.count();
      text.append(all ? ":\n" : ", the first " + Words.grouped(report.shownErrors) + ":\n");
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

  /// Chooses lines, the most important first, because there may not be room for all.
  private void choose(Capture.Kept kept) {
    List<Capture.Line> end = kept.last().reversed();
    errors = !kept.errors().isEmpty();
    if (errors) {
      Stream.of(kept.first().stream(), end.stream(), explanations(kept))
          .flatMap(lines -> lines)
          .filter(line -> line.text().isBlank())
          .forEach(line -> blank.add(line.number()));
      own(kept.first()).forEach(this::take);
      own(end).limit(VERY_END).forEach(this::take);
      linesLeft -= VERY_END;
      kept.errors().forEach(this::takeHead);
      explanations(kept).forEach(this::takeOfError);
      linesLeft += VERY_END;
    }
    end.subList(0, Math.min(VERY_END, end.size())).forEach(this::take);
    boolean small = kept.numbered() <= linesLeft + chosen.size();
    if (small || !errors) {
      int most = small ? kept.first().size() : Math.min(BEGINNING, kept.first().size());
      kept.first().subList(0, most).forEach(this::take);
    }
    int most = errors && !small ? END_BEHIND_ERRORS : end.size();
    end.subList(0, Math.min(most, end.size())).forEach(this::take);
  }

  private static Stream<Capture.Line> explanations(Capture.Kept kept) {
    return kept.errors().stream().flatMap(error -> error.more().stream());
  }

  private static Stream<Capture.Line> own(List<Capture.Line> lines) {
    return lines.stream().filter(line -> line.use() == Use.OWN);
  }

  /// Shows the head of an error, or nothing if there is no room.
  private void takeHead(Capture.Found error) {
    List<Capture.Line> news =
        error.head().stream().filter(l -> !chosen.containsKey(l.number())).toList();
    int chars = news.stream().mapToInt(l -> shown(l.text()).length() + 1).sum();
    if (news.size() <= linesLeft && chars <= charsLeft) {
      news.forEach(this::takeOfError);
      shownErrors += error.head().stream().allMatch(l -> chosen.containsKey(l.number())) ? 1 : 0;
    }
  }

  private void takeOfError(Capture.Line line) {
    if (!line.text().isBlank() && put(line, 1, 0)) {
      ofErrors.add(line.number());
    }
  }

  /// Shows a line, if it is not shown already and there is room for so many lines, and for so many
  /// characters besides its own.
  private boolean put(Capture.Line line, int lines, int besides) {
    String text = shown(line.text());
    int chars = text.length() + 1 + besides;
    if (chosen.containsKey(line.number()) || lines > linesLeft || chars > charsLeft) {
      return false;
    }
    linesLeft -= lines;
    charsLeft -= chars;
    chosen.put(line.number(), text);
    return true;
  }

  /// Shows one more line, if there is room. Beside errors, warnings and empty lines are left out.
  private void take(Capture.Line line) {
    boolean idle =
        switch (line.use()) {
          case OWN -> false;
          case PLAIN -> line.text().isBlank();
          case ERROR, ASIDE -> true; // errors have their room already
        };
    if (!errors || !idle) {
      // A line that stands alone may need a mark of the lines left out before it.
      boolean alone =
          !chosen.containsKey(line.number() - 1) && !chosen.containsKey(line.number() + 1);
      put(line, alone ? 2 : 1, alone ? 30 : 0);
    }
  }

  private String shown(String line) {
    String text = own.isEmpty() ? line : line.replace("file://" + own, "").replace(own, "");
    // The splitter's remark about an endless line stays.
    int tail = text.endsWith(" more bytes]") ? text.lastIndexOf(" … ") : -1;
    String cut = Words.cut(text, MOST_CHARS_OF_A_LINE);
    return (tail >= cut.length() ? cut + text.substring(tail + 2) : cut).stripTrailing();
  }

  private void print(long numbered, StringBuilder text) {
    long next = 1;
    long before = 0; // left out without a mark
    boolean error = false;
    for (Map.Entry<Long, String> line : chosen.entrySet()) {
      before += saying(next, line.getKey());
      boolean follows = error && ofErrors.contains(line.getKey());
      error = ofErrors.contains(line.getKey());
      if (!follows) {
        gap(before, text);
        before = 0;
      }
      text.append(line.getValue()).append('\n');
      next = line.getKey() + 1;
    }
    gap(before + saying(next, numbered + 1), text);
  }

  /// How many of these lines say something, as far as that is known.
  private long saying(long from, long to) {
    return to - from - blank.stream().filter(number -> number >= from && number < to).count();
  }

  private static void gap(long lines, StringBuilder text) {
    if (lines > 0) {
      text.append("… ").append(Words.groupedCount(lines, "line")).append(" left out …\n");
    }
  }
}
