package dev.pitstop.project;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a command's words tell.
final class CommandWords {
  /// Options of build tools and runners that name the project's directory.
  private static final Set<String> DIRECTORIES =
      Set.of("--directory", "--prefix", "-C", "--cwd", "--dir", "--project-dir");

  /// Options that name the project's file, or its directory.
  private static final Set<String> FILES =
      Set.of("--manifest-path", "--project", "-f", "--file", "-p");

  private CommandWords() {}

  /// The name without directory and ending.
  static String baseName(String program) {
    String name =
        program
            .substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
            .toLowerCase(Locale.ROOT);
    for (String ending : List.of(".exe", ".cmd", ".bat")) {
      name = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    }
    return name.startsWith("python") ? "python" : name;
  }

  /// The directory of the project that an option names.
  static Optional<Path> directory(List<String> argv, Optional<Path> known) {
    String program = baseName(argv.getFirst());
    for (int i = 1; i + 1 < argv.size(); i++) {
      boolean file = FILES.contains(argv.get(i)) && ProjectKind.runsProjects(program);
      if (file || DIRECTORIES.contains(argv.get(i))) {
        Optional<Path> named = absolute(argv.get(i + 1), known);
        boolean isFile = file && named.filter(java.nio.file.Files::isRegularFile).isPresent();
        return isFile ? named.map(Path::getParent) : named;
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> absolute(String word, Optional<Path> known) {
    try {
      Path path = Path.of(word);
      return path.isAbsolute()
          ? Optional.of(path.normalize())
          : known.map(k -> k.resolve(path).normalize());
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  /// A word as a shell reads it.
  static String shell(String word) {
    boolean plain =
        !word.isEmpty()
            && word.chars()
                .allMatch(c -> Character.isLetterOrDigit(c) || "-_./:=,+@%".indexOf(c) >= 0);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
