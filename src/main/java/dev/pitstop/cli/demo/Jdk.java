package dev.pitstop.cli.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds a JDK that can compile the sample server. Pitstop's own runtime image has no compiler.
final class Jdk {
  /// The sample server uses records and switch expressions.
  static final int OLDEST = 17;

  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d{1,4})(?!\\d)");

  private Jdk() {}

  /// The `bin` directory of the first JDK that is new enough, if there is one: `PITSTOP_JAVA_HOME`,
  /// `JAVA_HOME`, the one that Pitstop was built with, the one that runs it, the one on the `PATH`.
  ///
  /// @param builtWith what the launcher recorded; may be empty
  static Optional<Path> bin(Map<String, String> environment, String builtWith, String runningOn) {
    Stream<String> homes =
        Stream.of(
            environment.getOrDefault("PITSTOP_JAVA_HOME", ""),
            environment.getOrDefault("JAVA_HOME", ""),
            builtWith,
            runningOn);
    return Stream.concat(homes, homesOnPath(environment.getOrDefault("PATH", "")))
        .filter(home -> !home.isEmpty())
        .flatMap(home -> binOf(home).stream())
        .findFirst();
  }

  private static Optional<Path> binOf(String home) {
    try {
      Path bin = Path.of(home, "bin");
      boolean complete =
          executable(bin.toString(), "javac").isPresent()
              && executable(bin.toString(), "java").isPresent();
      return complete && version(Path.of(home, "release")) >= OLDEST
          ? Optional.of(bin.toAbsolutePath())
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty(); // the variable holds something else
    }
  }

  /// The homes of the compilers on the `PATH`, which usually are symbolic links.
  private static Stream<String> homesOnPath(String path) {
    return onPath(path, "javac")
        .flatMap(javac -> {
          try {
            Path bin = Optional.ofNullable(javac.toRealPath().getParent()).orElse(Path.of("/"));
            return Stream.of(bin.resolveSibling("").toString());
          } catch (IOException e) {
            return Stream.empty(); // a link that leads nowhere
          }
        });
  }

  /// The programs of this name on the `PATH`.
  static Stream<Path> onPath(String path, String program) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .flatMap(entry -> executable(entry, program).stream());
  }

  private static Optional<Path> executable(String bin, String program) {
    try {
      return Stream.of(program, program + ".exe")
          .map(name -> Path.of(bin, name))
          .filter(Files::isExecutable)
          .findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty(); // an entry of the PATH, or a variable, that is no directory
    }
  }

  /// The feature version in a `release` file, which every JDK has (`JAVA_VERSION="25.0.1"`); 0 if
  /// it is not there.
  private static int version(Path release) {
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0; // a shim, or another directory that is no JDK
    }
  }
}
