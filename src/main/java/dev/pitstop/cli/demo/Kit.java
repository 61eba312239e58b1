package dev.pitstop.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A sample server, and the directories of the programs that build and run it.
record Kit(Sample sample, Path bin) {
  static final String NONE =
      "it needs a JDK (javac, version "
          + Jdk.OLDEST
          + " or newer), Node or Python 3, and found none; install one, or set JAVA_HOME";

  /// The kits of this machine, the best one first: a compiler finds the most mistakes.
  ///
  /// @param builtWith the JDK that the launcher recorded; may be empty
  /// @param runningOn the home of this JVM
  static List<Kit> all(Map<String, String> environment, String builtWith, String runningOn) {
    List<Kit> kits = new ArrayList<>();
    Jdk.bin(environment, builtWith, runningOn).ifPresent(b -> kits.add(new Kit(Samples.JAVA, b)));
    String path = environment.getOrDefault("PATH", "");
    on(path, "node").ifPresent(b -> kits.add(new Kit(Samples.NODE, b)));
    for (String python : List.of("python3", "python")) { // the latter on Windows, or an old one
      on(path, python).ifPresent(b -> kits.add(new Kit(Samples.python(python), b)));
    }
    return kits;
  }

  /// The directory on the `PATH` that has this program.
  private static Optional<Path> on(String path, String program) {
    return Jdk.onPath(path, program)
        .findFirst()
        .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()));
  }
}
