package dev.pitstop.cli.run;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerOptions;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.SessionParts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// Wires a session with one server from the options. Its process may already be starting.
public final class OneServer {
  private OneServer() {}

  /// @param out gets the session's messages
  /// @param given the log; if empty, the options say it
  /// @param memory the directory of remembered descriptions, if there is one
  /// @param version of Pitstop
  /// @param keeper saves a build command that the session is given later
  public static Wired of(
      Options o,
      OutputStream out,
      Optional<Logging> given,
      Optional<Path> memory,
      Supplier<String> version,
      Keeper keeper)
      throws UsageException {
    Level level = Logging.level(o);
    ServerSpec read = ServerOptions.read(o);
    SessionOptions session = SessionOptions.of(o);
    Optional<Path> record = Logging.recording(o);
    CompletableFuture<Log> logged = new CompletableFuture<>();
    OsSpawner spawner =
        new OsSpawner(
            o.surroundings().environment(),
            problem -> logged.thenAccept(l -> l.warn("processes", "why", problem)));
    if (read.target() instanceof Target.Program p
        && p.url().isEmpty()
        && read.build().isEmpty()
        && read.watch().isEmpty()) {
      // all options are checked: nothing below fails
      spawner.begin(p.command());
    }
    Logging logging = given.isPresent() ? given.get() : Logging.of(o, level);
    Log log = logging.log();
    logged.complete(log);
    SystemTimers timers = new SystemTimers(log);
    SessionParts parts =
        new SessionParts(
            List.of(ServerOptions.named(o, read, logging)),
            session.settings(),
            o.surroundings(),
            spawner,
            timers,
            log,
            s -> logging.builder("", s, spawner),
            session.tools(),
            session.patience().listMillis(),
            session.notices(),
            session.badTools(),
            version,
            logging.shown());
    Exposure plain = new Exposure.Plain(session.patience(), session.modernClient(), keeper);
    Session made = new Session(parts, plain, out, memory, record);
    Wired wired = new Wired(made, spawner, timers, log, Optional.empty());
    try {
      made.face().watch();
    } catch (IllegalArgumentException e) {
      made.shutDown(); // a mistake leaves nothing behind either
      wired.close();
      throw new UsageException("--watch: " + e.getMessage());
    }
    return wired;
  }

  /// The session of a command: it has no log, remembers nothing, and its options are not saved.
  public static Wired quiet(Options o, OutputStream out, String version) throws UsageException {
    return of(
        o,
        out,
        Optional.of(Logging.none(o.surroundings())),
        Optional.empty(),
        () -> version,
        (server, build) -> {
          throw new IOException("the session is one of a command, which has no entry anywhere");
        });
  }
}
