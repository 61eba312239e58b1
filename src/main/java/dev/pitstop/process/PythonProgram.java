package dev.pitstop.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a Python command line runs (A7): a script, for `-m` a module, or a package's `__main__.py`.
final class PythonProgram {
  /// Where development trees have their packages.
  private static final List<String> ROOTS = List.of("", "src/");

  private PythonProgram() {}

  static Optional<Path> of(List<String> arguments, Path directory) {
    Set<String> withValue = LaunchOptions.withValue("python");
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith("-m")) {
        String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
        String module = argument.length() > 2 ? argument.substring(2) : next;
        return module.isEmpty() ? Optional.empty() : module(module, directory);
      }
      if (argument.equals("-c") || !argument.startsWith("-")) {
        break;
      }
      if (withValue.contains(argument)) {
        i++;
      }
    }
    return Script.firstOf("python", arguments, directory);
  }

  /// The file that Python runs for `-m`. A package that has none cannot be run: its `__main__.py`
  /// is missing. Other directories of that name say nothing.
  private static Optional<Path> module(String module, Path directory) {
    String path = module.replace('.', '/');
    for (String root : ROOTS) {
      for (String ending : List.of("/__main__.py", ".py")) {
        Path file = directory.resolve(root + path + ending);
        if (Files.isRegularFile(file)) {
          return Optional.of(file);
        }
      }
    }
    for (String root : ROOTS) {
      Path asPackage = directory.resolve(root + path);
      if (Files.isRegularFile(asPackage.resolve("__init__.py"))) {
        return Optional.of(asPackage.resolve("__main__.py"));
      }
    }
    return Optional.empty();
  }
}
