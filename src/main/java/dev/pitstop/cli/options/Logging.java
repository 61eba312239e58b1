package dev.pitstop.cli.options;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.build.HidingBuilder;
import dev.pitstop.backend.build.RestartBuilder;
import dev.pitstop.backend.build.ShellBuilder;
import dev.pitstop.channel.Target;
import dev.pitstop.config.Defaults;
import dev.pitstop.http.Secrets;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.Surroundings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The log that the options ask for, and the logs of builds beside it.
///
/// @param file the log file as the user named it; empty if the log goes to stderr only
/// @param ours whether the file is in Pitstop's own directory, and not chosen by the user
/// @param surroundings where it was named
public record Logging(Log log, Optional<Path> file, boolean ours, Surroundings surroundings) {
  /// The limit of a command that restarts a daemon.
  private static final long RESTART_MILLIS = 60_000;

  /// @param level from [#level]
  public static Logging of(Options o, Level level) throws UsageException {
    String given = o.text("log-file");
    Surroundings surroundings = o.surroundings();
    Optional<Path> place =
        given.isEmpty()
            ? UserDirectories.of(surroundings.environment()).logFile()
            : Optional.of(Path.of(given));
    boolean toFile = place.isPresent() && !given.equals("none");
    Level inFile = toFile ? level : Level.OFF;
    Path file = surroundings.directory().resolve(place.orElse(Path.of("none")));
    Log log = Log.of(ProcessHandle.current().pid(), level, surroundings.log(), inFile, file);
    if (place.isEmpty()) {
      log.warn("no-log-file", "why", UserDirectories.NONE);
    }
    return new Logging(log, toFile ? place : Optional.empty(), given.isEmpty(), surroundings);
  }

  /// No log, for the session of a command.
  public static Logging none(Surroundings surroundings) {
    return new Logging(Log.nowhere(), Optional.empty(), true, surroundings);
  }

  /// The level of `--log-level`.
  public static Level level(Options o) throws UsageException {
    return Level.valueOf(o.one("log-level").orElse("info").toUpperCase(Locale.ROOT));
  }

  /// The file of a recording, if the options ask for one. It is made here, so that nothing is
  /// started if it cannot be made.
  public static Optional<Path> recording(Options o) throws UsageException {
    String given = o.text("record");
    if (given.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path file = o.surroundings().directory().resolve(given);
      UserDirectories.make(file);
      return Optional.of(file);
    } catch (NoSuchFileException missing) {
      throw new UsageException("--record: there is no directory for " + given);
    } catch (IOException | InvalidPathException e) {
      throw new UsageException("--record: cannot write " + given + ": " + e);
    }
  }

  /// The file, for texts; empty if there is none.
  public String shown() {
    return file.map(Path::toString).orElse("");
  }

  /// Runs the build command of a server in the server's directory, and for a daemon the command
  /// that restarts it. Empty if there is neither.
  ///
  /// @param server its name if there are many servers, otherwise empty
  public Optional<Builder> builder(String server, ServerSpec spec, Spawner spawner) {
    long limit = spec.buildMillis().orElse(Defaults.BUILD_MILLIS);
    Optional<Builder> builder =
        spec.build().map(line -> shell(server, line, spec.command(), spawner, limit));
    if (!(spec.target() instanceof Target.Daemon d)) {
      return builder;
    }
    Optional<Builder> all =
        d.restart().isPresent()
            ? Optional.of(
                new RestartBuilder(
                    builder, d.restart().get(), d.where(), d.output(), spawner, RESTART_MILLIS))
            : builder;
    Secrets secrets = Secrets.of(d.endpoint());
    return all.map(b -> new HidingBuilder(b, secrets::hide));
  }

  /// The file that takes what a daemon writes which Pitstop has started.
  public Path daemonOutput(String server) {
    Path beside = file.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "pitstop"));
    return surroundings.directory().resolve(beside).resolveSibling("daemon-" + server + ".log");
  }

  private Builder shell(
      String server, String build, Command command, Spawner spawner, long limitMillis) {
    // one file for each process: several Pitstops can build at once
    String name =
        "build-" + ProcessHandle.current().pid() + (server.isEmpty() ? "" : "-" + server) + ".log";
    Optional<Path> buildLog =
        file.isPresent()
            ? Optional.of(surroundings.directory().resolve(file.get()).resolveSibling(name))
            : Optional.empty();
    return new ShellBuilder(
        build, command.env(), command.directory(), spawner, limitMillis, buildLog, ours);
  }
}
