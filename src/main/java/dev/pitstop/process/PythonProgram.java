package dev.pitstop.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a Python command line runs (A7): a script, or for `-m` a module or package.
final class PythonProgram {
  /// Where development trees have their packages.
  private static final List<String> ROOTS = List.of("", "src/");

  private PythonProgram() {}

  static Optional<Path> of(List<String> arguments, Path directory) {
    Set<String> withValue = Interpreters.optionsWithValue("python");
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

  /// A package's directory or a module's file.
  private static Optional<Path> module(String module, Path directory) {
    String path = module.replace('.', '/');
    for (String root : ROOTS) {
      Path asPackage = directory.resolve(root + path);
      if (Files.isDirectory(asPackage)) {
        return Optional.of(asPackage);
      }
      Path asFile = directory.resolve(root + path + ".py");
      if (Files.isRegularFile(asFile)) {
        return Optional.of(asFile);
      }
    }
    return Optional.empty();
  }
}
