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

  /// The first argument that is neither an option nor an option's value, if it is a file; empty
  /// when the options say that there is none.
  static Optional<Path> firstOf(String family, List<String> arguments, Path directory) {
    Set<String> withValue = Interpreters.optionsWithValue(family);
    Set<String> withoutFile = Interpreters.optionsWithoutFile(family);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (withoutFile.contains(argument)) {
        return Optional.empty();
      }
      if (withValue.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-")) {
        Optional<Path> file = named(argument, directory);
        if (file.isPresent() || !Interpreters.isSubcommand(argument)) {
          return file;
        }
      }
    }
    return Optional.empty();
  }

  /// The file of this name as the interpreters look it up.
  static Optional<Path> named(String name, Path directory) {
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
