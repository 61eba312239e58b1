package dev.pitstop.pages;

import java.util.ArrayList;
import java.util.List;

/// Splits a block of `sh` into command lines and words as a shell does: quotes, backslashes,
/// comments and continued lines. It expands nothing.
public final class Words {
  private Words() {}

  /// The commands of a block, each as one line without comments.
  public static List<String> commands(String block) {
    List<String> commands = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    for (String line : block.lines().toList()) {
      String code = withoutComment(line);
      boolean goesOn = code.endsWith("\\");
      command.append(goesOn ? code.substring(0, code.length() - 1) : code);
      if (!goesOn) {
        if (!command.toString().isBlank()) {
          commands.add(command.toString().strip());
        }
        command.setLength(0);
      }
    }
    return commands;
  }

  private static String withoutComment(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote == 0 && c == '#' && (i == 0 || line.charAt(i - 1) == ' ')) {
        return line.substring(0, i).stripTrailing();
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (quote != 0 && c == quote) {
        quote = 0;
      }
    }
    return line.stripTrailing();
  }

  /// The words of a command.
  public static List<String> of(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
        continue;
      }
      begun = true;
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
        word.append(command.charAt(++i));
      } else {
        word.append(c);
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }
}
