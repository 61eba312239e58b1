package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.util.List;

/// The part of another process's command line that Pitstop shows: program and script, because other
/// words can hold secrets. Stateless.
final class ShownCommand {
  private static final int LIMIT = 100;

  private ShownCommand() {}

  /// `node /app/server.js`, `python3 -m http.server`, `java -jar app.jar`; `?` if nothing is known.
  static String of(List<String> words) {
    String program = words.isEmpty() ? "" : name(words.get(0));
    if (program.isEmpty()) {
      return "?";
    }
    return cut(Interpreters.runsOthers(program) ? program + script(words) : program);
  }

  private static String script(List<String> words) {
    String interpreter = Interpreters.baseName(words.get(0));
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      boolean more = i + 1 < words.size();
      if (Interpreters.isCode(interpreter, word)
          || word.indexOf('=') >= 0
          || word.contains("://")) {
        return "";
      }
      if ((word.equals("-m") || word.equals("-jar")) && more) {
        return " " + word + " " + words.get(i + 1);
      }
      if (Interpreters.takesValue(interpreter, word)) {
        i++;
      } else if (!word.startsWith("-")) {
        return word.isEmpty() ? "" : " " + word;
      }
    }
    return "";
  }

  private static String name(String program) {
    int end = program.indexOf(' '); // the process has renamed itself
    String path = end > 0 ? program.substring(0, end) : program;
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String cut(String shown) {
    return Words.cut(shown.replaceAll("[\\p{Cntrl}`]", "?"), LIMIT);
  }

  /// Whether these words are of the same command: they are the same, or the command names the same
  /// script.
  ///
  /// @param words of another process that runs in the command's directory
  static boolean same(List<String> words, Command command) {
    List<String> argv = command.argv();
    if (words.size() == argv.size()
        && name(words.get(0)).equals(name(argv.get(0)))
        && words.subList(1, words.size()).equals(argv.subList(1, argv.size()))) {
      return true;
    }
    String script = Interpreters.runsOthers(name(words.get(0))) ? script(words) : "";
    return !script.isEmpty() && (" " + String.join(" ", argv) + " ").contains(script + " ");
  }
}
