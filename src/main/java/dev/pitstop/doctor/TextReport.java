package dev.pitstop.doctor;

import dev.pitstop.digest.LastWords;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The report as text.
///
/// @param width of a line, in characters
/// @param colour whether it uses escape sequences for colours
public record TextReport(int width, boolean colour) {
  private static final int AREA = 13;
  private static final int MOST_DETAILS = LastWords.LINES;
  private static final int MOST_LINES = 3; // of a detail
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final String RED = "31";
  private static final String BOLD = "1";
  private static final String DIM = "2";

  /// The line above the findings of a server.
  public String head(String name, String command, String as) {
    return paint(BOLD, name) + ": " + command + as + "\n";
  }

  /// A finding, with its remedy and details.
  public String finding(Finding finding) {
    int indent = 2 + AREA;
    String area = finding.area() + " ".repeat(Math.max(1, AREA - finding.area().length()));
    StringBuilder out = new StringBuilder();
    String begin = mark(finding.mark()) + " " + area;
    for (String line : Words.lines(finding.text(), width - indent)) {
      out.append(begin).append(line).append('\n');
      begin = " ".repeat(indent);
    }
    begin += "→ ";
    for (String line : Words.lines(finding.remedy().orElse(""), width - indent - 2)) {
      out.append(line.isEmpty() ? "" : begin + paint(BOLD, line) + "\n");
      begin = " ".repeat(indent + 2);
    }
    List<String> details = finding.details();
    int most = details.size() > MOST_DETAILS ? MOST_DETAILS - 1 : details.size();
    Stream<String> shown =
        details.subList(0, most).stream().flatMap(d -> fitted(d, width - indent - 2));
    Stream<String> more =
        Stream.of("… and " + (details.size() - most) + " more (--json lists all)")
            .filter(line -> most < details.size());
    Stream.concat(shown, more)
        .forEach(line -> out.append(" ".repeat(indent + 2)).append(paint(DIM, line)).append('\n'));
    return out.toString();
  }

  /// The detail on one line as it is, or wrapped to a few.
  private static Stream<String> fitted(String detail, int width) {
    return detail.length() <= width
        ? Stream.of(detail)
        : Words.lines(detail, width).stream().limit(MOST_LINES);
  }

  /// The last line.
  public String end(long fails, long warnings) {
    List<String> found = new ArrayList<>();
    if (fails > 0) {
      found.add(paint(RED, Words.count(fails, "problem")));
    }
    if (warnings > 0) {
      found.add(paint(YELLOW, Words.count(warnings, "warning")));
    }
    return (found.isEmpty() ? paint(GREEN, "No problems found.") : String.join(", ", found)) + "\n";
  }

  private String mark(Mark mark) {
    return switch (mark) {
      case OK -> paint(GREEN, "✓");
      case WARN -> paint(YELLOW, "!");
      case FAIL -> paint(RED, "✗");
    };
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
