package dev.pitstop.process;

import java.io.PrintStream;
import java.nio.file.Path;

/// Surroundings for tests.
public final class Given {
  /// This JVM's own.
  public static final Surroundings HERE = Surroundings.ofThisProcess();

  /// Programs as this JVM finds them.
  public static final Executables EXECUTABLES = Executables.in(HERE.environment());

  private Given() {}

  /// With this stderr.
  public static Surroundings saying(PrintStream err) {
    return Surroundings.of(HERE.environment(), HERE.directory(), err);
  }

  /// In this directory.
  public static Surroundings in(Path directory) {
    return Surroundings.of(HERE.environment(), directory, HERE.err());
  }
}
