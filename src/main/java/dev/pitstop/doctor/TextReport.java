package dev.pitstop.doctor;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The report as text.
///
/// @param width of a line, in characters
/// @param colour whether it uses escape sequences for colours
/// @param ascii whether Pitstop's own words may only use ASCII
public record TextReport(int width, boolean colour, boolean ascii) {
  private static final int AREA = 13;
  private static final int MOST_DETAILS = 12;
  private static final int MOST_LINES = 3; // of a detail
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final String RED = "31";
  private static final String BOLD = "1";
  private static final String DIM = "2";

  private static final Map<String, String> IN_ASCII =
      Map.of("→", "->", "…", "...", "✓", "+", "✗", "x", "–", "-");

  /// The line above the findings of a server.
  public String head(String name, String command, String as) {
    return letters(paint(BOLD, name) + ": " + command + as) + "\n";
  }

  /// A finding, with its remedy and details.
  public String finding(Finding finding) {
    StringBuilder out = new StringBuilder();
    String area = finding.area() + " ".repeat(Math.max(1, AREA - finding.area().length()));
    int indent = 2 + AREA;
    String head = mark(finding.mark()) + " " + area;
    for (String line : Words.lines(finding.text(), width - indent)) {
      out.append(head).append(line).append('\n');
      head = " ".repeat(indent);
    }
    String arrow = "→ ";
    for (String line :
        finding.remedy().map(r -> Words.lines(r, width - indent - 2)).orElse(List.of())) {
      out.append(" ".repeat(indent)).append(arrow).append(paint(BOLD, line)).append('\n');
      arrow = "  ";
    }
    List<String> details = finding.details();
    int most = details.size() > MOST_DETAILS ? MOST_DETAILS - 1 : details.size();
    List<String> shown = new ArrayList<>();
    details.subList(0, most).forEach(d -> shown.addAll(fitted(d, width - indent - 2)));
    if (details.size() > most) {
      shown.add("… and " + (details.size() - most) + " more (--json lists all)");
    }
    shown.forEach(line -> out.append(" ".repeat(indent + 2)).append(paint(DIM, line)).append('\n'));
    return letters(out.toString());
  }

  /// The last line.
  public String end(long fails, long warnings) {
    String text =
        fails == 0 && warnings == 0
            ? paint(GREEN, "No problems found.")
            : (fails == 0 ? "" : paint(RED, Words.count(fails, "problem")))
                + (fails == 0 || warnings == 0 ? "" : ", ")
                + (warnings == 0 ? "" : paint(YELLOW, Words.count(warnings, "warning")));
    return letters(text) + "\n";
  }

  private String mark(Mark mark) {
    return switch (mark) {
      case OK -> paint(GREEN, ascii ? "+" : "✓");
      case WARN -> paint(YELLOW, "!");
      case FAIL -> paint(RED, ascii ? "x" : "✗");
    };
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /// The detail on one line, or wrapped to a few.
  private static List<String> fitted(String detail, int width) {
    if (detail.length() <= width) {
      return List.of(detail);
    }
    List<String> lines = Words.lines(detail, width);
    return lines.size() <= MOST_LINES ? lines : lines.subList(0, MOST_LINES);
  }

  /// Replaces letters that an ASCII terminal cannot show.
  private String letters(String text) {
    if (!ascii) {
      return text;
    }
    String shown = text;
    for (Map.Entry<String, String> letter : IN_ASCII.entrySet()) {
      shown = shown.replace(letter.getKey(), letter.getValue());
    }
    return shown.replaceAll("[^\\x00-\\x7f]", "?");
  }
}
