package dev.pitstop.process;

import java.util.ArrayList;
import java.util.List;

/// Splits a shell command line by its quotes and the operators between commands. Variables and
/// substitutions stay unchanged. Stateless.
public final class ShellLine {
  /// @param words of one command
  /// @param text the command as written
  /// @param operator the operator after it: `&&`, `||`, `;`, `&`, `|`, or nothing
  public record Segment(List<String> words, String text, String operator) {}

  private ShellLine() {}

  public static List<Segment> segments(String line) {
    List<Segment> segments = new ArrayList<>();
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean escaped = c == '\\' && quote != '\'' && i + 1 < line.length();
      if (escaped) {
        word.append(line.charAt(++i));
        inWord = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (c == ' ' || c == '\t' || c == '\n') {
        inWord = end(words, word, inWord);
      } else if (c == '&' || c == '|' || c == ';') {
        inWord = end(words, word, inWord);
        boolean twice = i + 1 < line.length() && line.charAt(i + 1) == c;
        String operator = twice ? "" + c + c : "" + c;
        segments.add(new Segment(List.copyOf(words), line.substring(start, i).strip(), operator));
        words.clear();
        i += twice ? 1 : 0;
        start = i + 1;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    end(words, word, inWord);
    segments.add(new Segment(List.copyOf(words), line.substring(start).strip(), ""));
    segments.removeIf(s -> s.words().isEmpty());
    return segments;
  }

  /// The words of the last command in a line; none if there is none.
  public static List<String> last(String line) {
    List<Segment> all = segments(line);
    return all.isEmpty() ? List.of() : all.getLast().words();
  }

  private static boolean end(List<String> words, StringBuilder word, boolean inWord) {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
    }
    return false;
  }

  /// The words, quoted for a POSIX shell.
  public static String quoted(List<String> words) {
    StringBuilder out = new StringBuilder();
    for (String word : words) {
      out.append(out.isEmpty() ? "" : " ").append(isPlain(word) ? word : quoted(word));
    }
    return out.toString();
  }

  private static String quoted(String word) {
    return word.indexOf('\'') < 0 ? "'" + word + "'" : "'" + word.replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (!Character.isLetterOrDigit(c) && "-_./:=,+@%^".indexOf(c) < 0) {
        return false;
      }
    }
    return !word.isEmpty();
  }
}
