package dev.pitstop.cli.help;

import dev.pitstop.config.Setting;
import dev.pitstop.text.Words;
import java.util.List;

/// Text in two columns for a terminal of 80 columns. Pure.
public final class HelpText {
  static final int WIDTH = 80;
  private static final int LEFT = 22;

  private HelpText() {}

  /// One line, or more where the text is longer than the line.
  ///
  /// @param width of the left column, without its indent and the gap after it
  public static void line(StringBuilder out, String left, int width, String text) {
    int column = width + 4;
    out.append("  ").append(left);
    boolean fits = left.length() <= width;
    out.append(fits ? " ".repeat(column - 2 - left.length()) : "\n" + " ".repeat(column));
    List<String> lines = Words.lines(text, WIDTH - column);
    out.append(String.join("\n" + " ".repeat(column), lines)).append('\n');
  }

  /// The options of a group, with their defaults.
  static String options(List<Setting> rows) {
    StringBuilder out = new StringBuilder();
    for (Setting row : rows) {
      boolean plain = row.usual().isEmpty() || row.usual().equals("none");
      String value = row.usual().replace(' ', Words.GLUE);
      String text = row.help() + (plain ? "" : " [default:" + Words.GLUE + value + "]");
      line(out, row.usage(), LEFT, text);
    }
    return out.toString();
  }

  /// Words in lines of the terminal's width, without an indent.
  static String paragraph(String text) {
    return String.join("\n", Words.lines(text, WIDTH));
  }
}
