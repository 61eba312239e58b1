package dev.pitstop.cli.options;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.ProgramFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program that a command line names, with its directory and environment.
public final class ProgramOptions {
  private ProgramOptions() {}

  public static Command command(Options o) throws UsageException {
    String binary = o.text("binary");
    return new Command(
        o.command(),
        environment(o),
        directory(o),
        binary.isEmpty() ? Optional.empty() : Optional.of(Path.of(binary)));
  }

  static Path directory(Options o) throws UsageException {
    return o.surroundings().directory().resolve(o.text("cwd"));
  }

  static Map<String, String> environment(Options o) throws UsageException {
    Map<String, String> env = new LinkedHashMap<>();
    for (String pair : o.all("env")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--env: `" + pair + "` is not KEY=VALUE");
      }
      env.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return env;
  }

  /// Whether a word is a file, or a program on the `PATH` that the command would have.
  public static boolean isProgram(Options o, String word) throws UsageException {
    return ProgramFile.isThere(
        new Command(List.of(word), environment(o), directory(o)),
        Executables.in(o.surroundings().environment()));
  }
}
