package dev.pitstop.cli.run;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerOptions;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.config.Fits;
import dev.pitstop.config.ServersFile;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Surroundings;
import dev.pitstop.project.Directories;
import dev.pitstop.session.Session;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.SessionParts;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// Wires a session from the options: with one server, or with many of a configuration file.
public final class SessionSetup {
  /// The environment variable with the configuration files of the Pitstops that this one runs
  /// behind.
  private static final String CHAIN = "PITSTOP_CONFIGS";

  /// What does not come from the options.
  ///
  /// @param out gets the session's messages
  /// @param logs whether there is a log
  /// @param memory the directory of remembered descriptions, if there is one
  /// @param version of Pitstop
  /// @param keeper saves a build command that a session with one server is given later
  public record Given(
      OutputStream out,
      boolean logs,
      Optional<Path> memory,
      Supplier<String> version,
      Keeper keeper) {
    /// For the session of a command: it has no log, remembers nothing, and its options are not
    /// saved.
    public static Given quiet(OutputStream out, String version) {
      return new Given(
          out,
          false,
          Optional.empty(),
          () -> version,
          (server, build) -> {
            throw new IOException("the session is one of a command, which has no entry anywhere");
          });
    }
  }

  private final Options options;
  private final Given given;
  private final Level level;
  private final SessionOptions session;
  private final Optional<Path> record;
  private final CompletableFuture<Log> logged = new CompletableFuture<>();
  private final OsSpawner spawner;

  private SessionSetup(Options options, Given given) throws UsageException {
    this.options = options;
    this.given = given;
    this.level = Logging.level(options);
    this.session = SessionOptions.of(options);
    this.record = Logging.recording(options);
    options.one("log-file"); // a mistake must come before a process is begun
    this.spawner =
        new OsSpawner(
            here().environment(),
            problem -> logged.thenAccept(l -> l.warn("processes", "why", problem)));
  }

  private Surroundings here() {
    return options.surroundings();
  }

  /// A session with the server of the command line, or without one with those of the configuration
  /// file. The server's process may already be starting.
  public static Wired of(Options o, Given given) throws UsageException {
    return o.command().isEmpty() ? many(o, given) : one(o, given);
  }

  private static Wired one(Options o, Given given) throws UsageException {
    ServerSpec read = ServerOptions.read(o);
    SessionSetup setup = new SessionSetup(o, given);
    if (read.target() instanceof Target.Program p
        && p.url().isEmpty()
        && read.build().isEmpty()
        && read.watch().isEmpty()) {
      // all options are checked: nothing below fails
      setup.spawner.begin(p.command());
    }
    Logging logging = setup.logging();
    SessionOptions session = setup.session;
    Wired wired =
        setup.wired(
            List.of(ServerOptions.named(o, read, logging)),
            session.patience().listMillis(),
            new Exposure.Plain(session.patience(), session.modernClient(), given.keeper()),
            Optional.empty(),
            logging);
    wired.session().face().watch();
    return wired;
  }

  private static Wired many(Options o, Given given) throws UsageException {
    Checks.fit(o, Fits.MANY);
    Surroundings here = o.surroundings();
    Path file =
        SessionOptions.file(o)
            .orElseGet(() -> here.directory().resolve(ConfigFile.NAMES.getFirst()));
    Map<String, String> env = chain(file, here.variable(CHAIN).orElse(""));
    SessionSetup setup = new SessionSetup(o, given);
    Logging logging = setup.logging();
    ServersFile servers =
        new ServersFile(
            file, env, here::variable, here.directory(), logging::daemonOutput, logging.log());
    return setup.wired(
        servers.begin(),
        setup.session.listMillis(),
        new Exposure.Prefixed(servers),
        Optional.of(servers),
        logging);
  }

  private Logging logging() throws UsageException {
    Logging logging = given.logs() ? Logging.of(options, level) : Logging.none(here());
    logged.complete(logging.log());
    return logging;
  }

  private Wired wired(
      List<ServerSpec> servers,
      long listMillis,
      Exposure exposure,
      Optional<ServersFile> file,
      Logging logging) {
    SystemTimers timers = new SystemTimers(logging.log());
    SessionParts parts =
        new SessionParts(
            servers,
            session.settings(),
            here(),
            spawner,
            timers,
            logging.log(),
            spec -> logging.builder(file.isPresent() ? spec.name() : "", spec, spawner),
            session.tools(),
            listMillis,
            session.notices(),
            session.badTools(),
            session.allListChanges(),
            given.version(),
            logging.shown());
    Session made = new Session(parts, exposure, given.out(), given.memory(), record);
    return new Wired(made, spawner, timers, logging.log(), file);
  }

  /// Records the configuration files that led here. A client's own file can list Pitstop itself:
  /// that Pitstop would read the same file again, and start itself again and again.
  ///
  /// @param before the value of the variable in Pitstop's environment
  /// @return the variable for the servers
  public static Map<String, String> chain(Path file, String before) throws UsageException {
    String name = Directories.real(file).toString();
    if (List.of(before.split(File.pathSeparator, -1)).contains(name)) {
      throw new UsageException(
          name
              + " lists Pitstop itself, so Pitstop would start itself again and again; use"
              + " `--config FILE` with another file, or keep the servers in pitstop.json");
    }
    return Map.of(CHAIN, before.isEmpty() ? name : before + File.pathSeparator + name);
  }
}
