package dev.pitstop.cli.run;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.config.ConfigPlaces;
import dev.pitstop.config.Fits;
import dev.pitstop.config.ServersFile;
import dev.pitstop.log.Level;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.members.SessionParts;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Wires a session with many servers from the options and a configuration file.
public final class ManyServers {
  /// The environment variable with the configuration files of the Pitstops that this one runs
  /// behind.
  private static final String CHAIN = "PITSTOP_CONFIGS";

  private ManyServers() {}

  /// @param out gets the session's messages
  /// @param given the log; if empty, the options say it
  /// @param memory the directory of remembered descriptions, if there is one
  /// @param version of Pitstop
  public static Wired of(
      Options o,
      OutputStream out,
      Optional<Logging> given,
      Optional<Path> memory,
      Supplier<String> version)
      throws UsageException {
    Checks.fit(o, Fits.MANY);
    Path file = file(o);
    Map<String, String> env = chain(file, o.surroundings().variable(CHAIN).orElse(""));
    SessionOptions session = SessionOptions.of(o);
    Level level = Logging.level(o);
    Optional<Path> record = Logging.recording(o);
    Logging logging = given.isPresent() ? given.get() : Logging.of(o, level);
    ServersFile servers =
        new ServersFile(
            file,
            env,
            o.surroundings()::variable,
            o.surroundings().directory(),
            logging::daemonOutput,
            logging.log());
    OsSpawner spawner =
        new OsSpawner(
            o.surroundings().environment(),
            problem -> logging.log().warn("processes", "why", problem));
    SystemTimers timers = new SystemTimers(logging.log());
    SessionParts parts =
        new SessionParts(
            servers.begin(),
            session.settings(),
            o.surroundings(),
            spawner,
            timers,
            logging.log(),
            spec -> logging.builder(spec.name(), spec, spawner),
            session.tools(),
            session.listMillis(),
            session.notices(),
            session.badTools(),
            version,
            logging.shown());
    Session made = new Session(parts, new Exposure.Prefixed(servers), out, memory, record);
    return new Wired(made, spawner, timers, logging.log(), Optional.of(servers));
  }

  /// The file of `--config`, or the one in this directory, or the one that a save would create.
  private static Path file(Options o) throws UsageException {
    Path here = o.surroundings().directory();
    Optional<String> given = o.one("config");
    if (given.isEmpty()) {
      return ConfigPlaces.find(here).orElse(here.resolve(ConfigPlaces.NAMES.getFirst()));
    }
    Path file = here.resolve(given.get());
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "--config: " + file + (Files.exists(file) ? " is not a file" : " does not exist"));
    }
    return file;
  }

  /// Records the configuration files that led here. A client's own file can list Pitstop itself:
  /// that Pitstop would read the same file again, and start itself again and again.
  ///
  /// @param before the value of the variable in Pitstop's environment
  /// @return the variable for the servers
  public static Map<String, String> chain(Path file, String before) throws UsageException {
    String name = real(file);
    if (List.of(before.split(File.pathSeparator, -1)).contains(name)) {
      throw new UsageException(
          name
              + " lists Pitstop itself, so Pitstop would start itself again and again; use"
              + " `--config FILE` with another file, or keep the servers in pitstop.json");
    }
    return Map.of(CHAIN, before.isEmpty() ? name : before + File.pathSeparator + name);
  }

  private static String real(Path file) {
    try {
      return file.toRealPath().toString();
    } catch (IOException e) {
      return file.toString(); // it does not exist yet
    }
  }
}
