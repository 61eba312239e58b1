package dev.pitstop.e2e;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// The front of the distribution that is tested.
final class Front {
  private Front() {}

  /// The test is skipped if sessions are in the engine: it looks at a JVM that has one session.
  static void assumeOwnJvm() {
    assumeFalse(Boolean.getBoolean("pitstop.engine"), "sessions are in the engine");
  }

  /// The test is skipped where there is none: without a C compiler, or not on Linux.
  static Path assumed() {
    assumeTrue(isThere(), "no C compiler has made the front");
    return place();
  }

  /// Whether there is one. Then the packages have it too.
  static boolean isThere() {
    return Files.exists(place());
  }

  private static Path place() {
    return Bench.launcher().resolveSibling("target/dist/pitstop");
  }
}
