package dev.pitstop.cli.options;

import dev.pitstop.process.Given;
import dev.pitstop.process.Surroundings;
import java.util.List;
import java.util.Optional;

/// Command lines that are given in this JVM's environment and directory.
public final class Here {
  public static final Surroundings HERE = Given.HERE;

  private Here() {}

  public static Options parse(String... words) throws UsageException {
    return CommandLine.parse(Optional.empty(), List.of(words), HERE);
  }
}
