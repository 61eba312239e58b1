package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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

  /// Whether these words are of the same command: they are the same, or the same script is among
  /// them.
  ///
  /// @param words of the other process
  /// @param directory where the other process runs, if the system tells
  /// @param file the file that the command runs, if there is one
  static boolean same(
      List<String> words, Optional<Path> directory, Command command, Optional<Path> file) {
    List<String> argv = command.argv();
    boolean sameWords =
        words.size() == argv.size()
            && name(words.get(0)).equals(name(argv.get(0)))
            && words.subList(1, words.size()).equals(argv.subList(1, argv.size()));
    Path home = command.directory().normalize();
    boolean sameDirectory = directory.filter(d -> d.normalize().equals(home)).isPresent();
    if (sameWords && sameDirectory) {
      return true;
    }
    if (file.isEmpty() || directory.isEmpty()) {
      return false;
    }
    for (String word : words) {
      if (isFile(word, directory.get(), file.get())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFile(String word, Path directory, Path file) {
    try {
      return !word.isEmpty() && directory.resolve(word).normalize().equals(file.normalize());
    } catch (InvalidPathException noFileName) {
      return false;
    }
  }
}
