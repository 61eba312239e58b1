package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Command lines of a shell. Splits a line by its quotes and by the operators between commands,
/// quotes words for a line, and gives the command that runs one. Variables and substitutions stay
/// unchanged. Stateless.
public final class ShellLine {
  private ShellLine() {}

  /// The argument vector that runs a line in this system's shell.
  public static List<String> run(String line) {
    return run(line, Platform.current());
  }

  /// `/bin/sh -c LINE`, or `cmd.exe /d /s /c "LINE"`. With `/d`, Windows runs no AutoRun command
  /// from the registry. With `/s`, it removes exactly the outer quotation marks, and the line keeps
  /// its own.
  static List<String> run(String line, Platform platform) {
    return platform == Platform.WINDOWS
        ? List.of("cmd.exe", "/d", "/s", "/c", "\"" + line + "\"")
        : List.of("/bin/sh", "-c", line);
  }

  /// The words of a line, separated only by blanks. For look-ups, never to run.
  public static List<String> words(String line) {
    String command = line.strip();
    String program = command.startsWith("exec ") ? command.substring(5).strip() : command;
    return List.of(program.split(" +", -1));
  }

  /// The commands of a line, as their words.
  public static List<List<String>> commands(String line) {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
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
        commands.add(List.copyOf(words));
        words.clear();
      } else {
        word.append(c);
        inWord = true;
      }
    }
    end(words, word, inWord);
    commands.add(List.copyOf(words));
    commands.removeIf(List::isEmpty);
    return commands;
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
    return words.stream().map(Words::quoted).collect(Collectors.joining(" "));
  }
}
