package dev.pitstop.cli;

import dev.pitstop.backend.Settings;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.config.ConfigPlaces;
import dev.pitstop.config.ServersFile;
import dev.pitstop.process.GivenEnvironment;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.ManyParts;
import dev.pitstop.session.Session;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop` without a command: many servers, from a configuration file or added by the agent.
final class Several {
  /// A build may take as long as with one server, if its entry says nothing else.
  private static final long BUILD_MILLIS = 600_000;

  /// What the entry of a server says, not the command line.
  private static final String[] OF_A_SERVER = {
    "name",
    "binary",
    "cwd",
    "env",
    "build",
    "build-timeout",
    "watch",
    "order",
    "replay",
    "on-crash",
    "call-timeout",
    "header",
    "bearer-env",
    "start",
    "restart"
  };

  /// The environment variable with the files of the Pitstops that this one runs behind.
  private static final String CHAIN = "PITSTOP_CONFIGS";

  private Several() {}

  /// Whether the command line asks for many servers.
  static boolean isMeant(Options o) throws Options.UsageException {
    if (o.cli()) {
      return false;
    }
    if (o.command().isEmpty()) { // an empty word behind `--` is a mistake
      return !o.separated();
    }
    return o.command().size() == 1 && o.begins("mux") && !Checks.isProgram(o, "mux");
  }

  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws Options.UsageException {
    List<String> ofAServer = new ArrayList<>(List.of(OF_A_SERVER));
    ofAServer.addAll(CliTools.ITS_OWN);
    for (String option : ofAServer) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--"
                + option
                + " belongs to a server: put it into its entry of the configuration file, or say"
                + " `pitstop --"
                + option
                + " … -- COMMAND`");
      }
    }
    Path file = file(o);
    Map<String, String> env = chain(file, GivenEnvironment.variable(CHAIN).orElse(""));
    Settings settings = Proxy.settings(o);
    long listMillis = o.millis("list-wait", "2s");
    Logging logging = Logging.of(o, Logging.level(o));
    ServersFile servers =
        new ServersFile(
            file, env, GivenEnvironment::variable, logging::daemonOutput, logging.log());
    OsSpawner spawner = new OsSpawner(problem -> logging.log().warn("processes", "why", problem));
    ManyParts parts =
        new ManyParts(
            servers.begin(),
            settings,
            spawner,
            new SystemTimers(logging.log()),
            logging.log(),
            spec ->
                logging.builder(
                    spec.name(),
                    spec.build(),
                    spec.target(),
                    spawner,
                    spec.buildMillis().orElse(BUILD_MILLIS)),
            Proxy.tools(o),
            listMillis,
            Proxy.notices(o),
            Main.version(),
            logging.shown(),
            servers);
    servers.problems().forEach(p -> err.println("pitstop: " + p));
    greet(err);
    Session session = new Session(parts, out);
    try {
      Terminal.greet(List.of(), err);
      return Proxy.run(
          session,
          Optional.of(() -> session.servers().ifPresent(servers::watch)), // a save finds them there
          spawner,
          logging.log(),
          in,
          err);
    } finally {
      servers.close();
    }
  }

  /// The file that is named, or the one that is found here; otherwise the one that would be made.
  private static Path file(Options o) throws Options.UsageException {
    Path here = Path.of("").toAbsolutePath();
    if (!o.has("config")) {
      return ConfigPlaces.find(here).orElse(here.resolve(ConfigPlaces.NAMES.getFirst()));
    }
    Path file = here.resolve(o.one("config", ""));
    if (!Files.isRegularFile(file)) {
      throw new Options.UsageException(
          "--config: " + file + (Files.exists(file) ? " is no file" : " does not exist"));
    }
    return file;
  }

  /// Which configuration files led here. A client's own file may list Pitstop itself, and without
  /// an argument that would read the same file again, and start itself without an end.
  ///
  /// @param before what the environment says of that
  /// @return what it says to the servers
  static Map<String, String> chain(Path file, String before) throws Options.UsageException {
    String name = real(file);
    for (String one : before.split(File.pathSeparator, -1)) {
      if (one.equals(name)) {
        throw new Options.UsageException(
            name
                + " lists Pitstop itself, which would read the same file again; say"
                + " `--config FILE` with another, or keep the servers in pitstop.json");
      }
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

  /// Somebody who tries it in a terminal would wait for ever.
  private static void greet(PrintStream err) {
    Optional<Console> console = Optional.ofNullable(System.console());
    if (console.filter(Console::isTerminal).isPresent()) {
      err.println(
          "pitstop: waiting for an MCP client on stdin (Ctrl-D ends). For a single server: pitstop --"
              + " COMMAND; `pitstop --help` shows more.");
    }
  }
}
