package dev.pitstop.cli.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds a JDK that can compile the sample server. Pitstop's own runtime image has no compiler.
final class Jdk {
  /// The sample server uses records and switch expressions.
  static final int OLDEST = 17;

  private Jdk() {}

  /// The `bin` directory of the first JDK that is new enough, if there is one: `PITSTOP_JAVA_HOME`,
  /// `JAVA_HOME`, the one that Pitstop was built with, the one that runs it, the one on the `PATH`.
  ///
  /// @param builtWith what the launcher recorded; may be empty
  static Optional<Path> bin(Map<String, String> environment, String builtWith, String runningOn) {
    List<String> homes = new ArrayList<>();
    homes.add(environment.getOrDefault("PITSTOP_JAVA_HOME", ""));
    homes.add(environment.getOrDefault("JAVA_HOME", ""));
    homes.add(builtWith);
    homes.add(runningOn);
    homes.addAll(homesOnPath(environment.getOrDefault("PATH", "")));
    for (String home : homes) {
      Optional<Path> bin = home.isEmpty() ? Optional.empty() : binOf(home);
      if (bin.isPresent()) {
        return bin;
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> binOf(String home) {
    try {
      Path bin = Path.of(home, "bin");
      boolean complete =
          executable(bin, "javac").isPresent() && executable(bin, "java").isPresent();
      return complete && version(Path.of(home, "release")) >= OLDEST
          ? Optional.of(bin.toAbsolutePath())
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty(); // the variable holds something else
    }
  }

  /// The homes of the compilers on the `PATH`, which usually are symbolic links.
  private static List<String> homesOnPath(String path) {
    List<String> homes = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      try {
        Optional<Path> javac =
            entry.isEmpty() ? Optional.empty() : executable(Path.of(entry), "javac");
        if (javac.isPresent()) {
          Path bin = Optional.ofNullable(javac.get().toRealPath().getParent()).orElse(Path.of("/"));
          homes.add(bin.resolveSibling("").toString());
        }
      } catch (IOException | InvalidPathException e) {
        // the entry of the PATH does not exist
      }
    }
    return homes;
  }

  static Optional<Path> executable(Path bin, String program) {
    for (String name : List.of(program, program + ".exe")) {
      if (Files.isExecutable(bin.resolve(name))) {
        return Optional.of(bin.resolve(name));
      }
    }
    return Optional.empty();
  }

  /// The feature version in a `release` file, which every JDK has (`JAVA_VERSION="25.0.1"`); 0 if
  /// it is not there.
  private static int version(Path release) {
    try {
      for (String line : Files.readAllLines(release)) {
        if (line.startsWith("JAVA_VERSION=\"")) {
          int from = "JAVA_VERSION=\"".length();
          int to = from;
          while (to < line.length() && Character.isDigit(line.charAt(to))) {
            to++;
          }
          return to == from || to - from > 4 ? 0 : Integer.parseInt(line.substring(from, to));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0; // a shim, or another directory that is no JDK
    }
  }
}
