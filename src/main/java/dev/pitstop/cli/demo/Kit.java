package dev.pitstop.cli.demo;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A sample server, and the directory of the programs that build and run it.
record Kit(Sample sample, Path bin) {
  static final String NONE =
      "it needs a JDK (javac, version 17 or newer) or Node, and found neither; install one, or set"
          + " JAVA_HOME";

  /// The kits of this machine, the best one first: a compiler finds the most mistakes. A program
  /// may be too old, or only a stub that offers to install the program: building shows it.
  ///
  /// @param builtWith the JDK that the launcher recorded; may be empty
  static List<Kit> all(Map<String, String> environment, String builtWith) {
    List<String> path = List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1));
    Stream<String> jdks =
        Stream.of(
                environment.getOrDefault("PITSTOP_JAVA_HOME", ""),
                environment.getOrDefault("JAVA_HOME", ""),
                builtWith,
                System.getProperty("java.home", ""))
            .map(home -> home.isEmpty() ? "" : home + "/bin");
    return Stream.concat(
            Stream.concat(jdks, path.stream()).flatMap(bin -> in(bin, "javac", Samples.JAVA)),
            path.stream().flatMap(bin -> in(bin, "node", Samples.NODE)))
        .distinct()
        .toList();
  }

  private static Stream<Kit> in(String bin, String program, Sample sample) {
    Command command =
        new Command(
            List.of(bin + File.separator + program), Map.of(), Path.of("").toAbsolutePath());
    return bin.isEmpty()
        ? Stream.empty()
        : Executables.in(Map.of())
            .find(command)
            .flatMap(file -> Optional.ofNullable(file.getParent()))
            .map(directory -> new Kit(sample, directory))
            .stream();
  }
}
