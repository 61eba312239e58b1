package dev.pitstop.cli;

import dev.pitstop.backend.Builder;
import dev.pitstop.backend.ShellBuilder;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import java.nio.file.Path;
import java.util.Optional;

/// The log as the options want it, and the logs of builds beside it.
///
/// @param file where it goes besides stderr, if it does
/// @param ours whether that place is Pitstop's own and not the user's choice
record Logging(Log log, Optional<Path> file, boolean ours) {
  static Logging of(Options o) throws Options.UsageException {
    Level level = level(o);
    String given = o.one("log-file", "");
    Optional<Path> place =
        given.isEmpty() ? UserDirectories.ours().logFile() : Optional.of(Path.of(given));
    boolean toFile = place.isPresent() && !given.equals("none");
    Log log = Log.of(level, toFile ? level : Level.OFF, place.orElse(Path.of("none")));
    if (place.isEmpty()) {
      log.warn("no-log-file", "why", UserDirectories.NONE);
    }
    return new Logging(log, toFile ? place : Optional.empty(), given.isEmpty());
  }

  private static Level level(Options o) throws Options.UsageException {
    return switch (o.word("log-level", "info", "error", "warn", "info", "debug", "off")) {
      case "error" -> Level.ERROR;
      case "warn" -> Level.WARN;
      case "debug" -> Level.DEBUG;
      case "off" -> Level.OFF;
      default -> Level.INFO;
    };
  }

  /// The file as the user is told; empty if there is none.
  String shown() {
    return file.map(Path::toString).orElse("");
  }

  /// A shell that runs this build command where the server runs.
  ///
  /// @param server its name where there are many, otherwise empty
  /// @param limitMillis how long it may take
  Builder builder(String server, String build, Command command, Spawner spawner, long limitMillis) {
    // one file a process: several Pitstops may build at once
    String name =
        "build-" + ProcessHandle.current().pid() + (server.isEmpty() ? "" : "-" + server) + ".log";
    Optional<Path> buildLog =
        file.isPresent()
            ? Optional.of(file.get().toAbsolutePath().resolveSibling(name))
            : Optional.empty();
    return new ShellBuilder(
        build, command.env(), command.directory(), spawner, limitMillis, buildLog, ours);
  }
}
