package dev.pitstop.cli.run;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.Targets;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.NoticeMode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
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
    Settings settings = SessionOptions.settings(o);
    List<ReplayRule> replay = SessionOptions.replay(o);
    Predicate<String> tools = SessionOptions.tools(o);
    HandshakePatience patience = SessionOptions.patience(o);
    NoticeMode notices = SessionOptions.notices(o);
    Optional<String> build = SessionOptions.build(o);
    long buildMillis = SessionOptions.buildMillis(o);
    if (o.has("name") && o.text("name").isEmpty()) {
      throw new UsageException("--name: must not be empty");
    }
    Logging.checkRecording(o);
    CompletableFuture<Log> logged = new CompletableFuture<>();
    OsSpawner spawner =
        new OsSpawner(
            o.surroundings().environment(),
            problem -> logged.thenAccept(l -> l.warn("processes", "why", problem)));
    Optional<Target> program =
        o.cli() || o.isUrl() ? Optional.empty() : Optional.of(Targets.program(o));
    if (program.isPresent() && !o.has("build") && !o.has("watch") && !o.has("url")) {
      // all options are checked: nothing below fails
      spawner.begin(program.get().command());
    }
    Logging logging = given.isPresent() ? given.get() : Logging.of(o, level);
    Log log = logging.log();
    logged.complete(log);
    Target target = program.isPresent() ? program.get() : noProgram(o, logging);
    SystemTimers timers = new SystemTimers(log);
    SessionParts parts =
        new SessionParts(
            List.of(
                new ServerSpec(
                    SessionOptions.name(o, target),
                    target,
                    build,
                    o.all("watch"),
                    settings.order(),
                    settings.respawn(),
                    replay,
                    ToolFilter.ALL,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    settings.callMillis())),
            settings,
            o.surroundings(),
            spawner,
            timers,
            log,
            s -> logging.builder("", s.build(), s.target(), spawner, buildMillis),
            tools,
            patience.listMillis(),
            notices,
            version,
            logging.shown());
    Exposure plain = new Exposure.Plain(patience, SessionOptions.modernClient(o), keeper);
    Session session = new Session(parts, plain, out, memory, logging.recording(o, version));
    Wired made = new Wired(session, spawner, timers, log, Optional.empty());
    try {
      session.face().watch();
    } catch (IllegalArgumentException e) {
      session.shutDown(); // a mistake leaves nothing behind either
      made.close();
      throw new UsageException("--watch: " + e.getMessage());
    }
    return made;
  }

  private static Target noProgram(Options o, Logging logging) throws UsageException {
    try {
      return Targets.of(o, logging);
    } catch (UsageException e) {
      logging.log().close();
      throw e;
    }
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
