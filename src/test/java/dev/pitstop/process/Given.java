package dev.pitstop.process;

import dev.pitstop.memory.Share;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

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

  /// In an engine.
  public static Surroundings among(Commons commons) {
    return new Surroundings(
        HERE.environment(),
        HERE.directory(),
        HERE.err(),
        HERE.log(),
        HERE.process(),
        HERE.launcher(),
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Share.whole(),
        Optional.of(commons));
  }

  /// In this directory.
  public static Surroundings in(Path directory) {
    return Surroundings.of(HERE.environment(), directory, HERE.err());
  }
}
