package dev.pitstop.cli;

import dev.pitstop.backend.Settings;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.ManyParts;
import dev.pitstop.session.Session;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// `pitstop` without a command: many servers, from a configuration file or added by the agent.
final class Several {
  /// A build may take as long as with one server, if its entry says nothing else.
  private static final long BUILD_MILLIS = 600_000;

  /// What the entry of a server says, not the command line.
  private static final String[] OF_A_SERVER = {
    "name", "binary", "cwd", "env", "build", "build-timeout", "watch", "order", "replay", "on-crash"
  };

  private Several() {}

  /// Whether the command line asks for many servers.
  static boolean isMeant(Options o) throws Options.UsageException {
    if (o.command().isEmpty()) {
      return !o.separated();
    }
    return o.command().size() == 1 && o.begins("mux") && !Checks.isProgram(o, "mux");
  }

  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws Options.UsageException {
    for (String option : OF_A_SERVER) {
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
    Settings settings = Proxy.settings(o);
    long listMillis = o.millis("list-wait", "2s");
    Logging logging = Logging.of(o);
    OsSpawner spawner = new OsSpawner(problem -> logging.log().warn("processes", "why", problem));
    ManyParts parts =
        new ManyParts(
            List.of(),
            settings,
            spawner,
            new SystemTimers(logging.log()),
            logging.log(),
            spec ->
                spec.build()
                    .map(build ->
                        logging.builder(
                            spec.name(),
                            build,
                            spec.command(),
                            spawner,
                            spec.buildMillis().orElse(BUILD_MILLIS))),
            Proxy.tools(o),
            listMillis,
            Main.version(),
            logging.shown(),
            (name, entry) -> {
              throw new IOException("there is no configuration file");
            });
    Session session = new Session(parts, out);
    greet(err);
    return Proxy.run(session, spawner, logging.log(), in, err);
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
