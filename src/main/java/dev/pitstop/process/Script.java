package dev.pitstop.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The script among an interpreter's arguments (A7).
final class Script {
  /// What interpreters add to a name: Node endings and `index.js`, Python its `__main__.py`.
  private static final List<String> ENDINGS =
      List.of(".js", ".mjs", ".cjs", "/index.js", "/__main__.py");

  private Script() {}

  /// The first argument that is neither an option nor an option's value, if it is a file or is
  /// written like one; empty when the options say that there is none.
  static Optional<Path> firstOf(String family, List<String> arguments, Path directory) {
    Set<String> withValue = LaunchOptions.withValue(family);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (LaunchOptions.isCode(family, argument)) {
        return Optional.empty();
      }
      if (withValue.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-")) {
        Optional<Path> file = existing(argument, directory);
        if (file.isPresent()) {
          return file;
        }
        if (!Interpreters.isSubcommand(argument)) {
          return isFileName(argument) ? Optional.of(directory.resolve(argument)) : file;
        }
      }
    }
    return Optional.empty();
  }

  /// Whether a word can only mean a file: `dist/x.js`, but not `start` or `npm:pkg/x`.
  private static boolean isFileName(String word) {
    boolean path = word.indexOf('/') >= 0 || word.indexOf('\\') >= 0 || word.indexOf('.') > 0;
    return path && word.indexOf(':') < 2; // a drive's colon is the second character
  }

  /// The file of this name as the interpreters look it up.
  static Optional<Path> existing(String name, Path directory) {
    Path path = directory.resolve(name);
    if (Files.isRegularFile(path)) {
      return Optional.of(path);
    }
    for (String ending : ENDINGS) {
      Path candidate = directory.resolve(name + ending);
      if (Files.isRegularFile(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
