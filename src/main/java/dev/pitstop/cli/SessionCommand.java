package dev.pitstop.cli;

import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.install.EntryOptions;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.cli.run.SessionSetup;
import dev.pitstop.cli.run.Wired;
import dev.pitstop.hub.Description;
import dev.pitstop.process.Command;
import dev.pitstop.process.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A session: `pitstop -- COMMAND` with one server, or `pitstop` without a command, whose servers
/// come from a configuration file and from the agent.
final class SessionCommand {
  private SessionCommand() {}

  /// Whether the command line asks for many servers.
  static boolean isOfMany(Options o) { // an empty word after `--` is a mistake
    return !o.cli() && o.command().isEmpty() && !o.separated();
  }

  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out) throws UsageException {
    Surroundings here = o.surroundings();
    boolean many = isOfMany(o);
    if (!many) {
      checkServer(o);
    }
    Wired wired = SessionSetup.of(o, given(o, out));
    wired
        .servers()
        .ifPresent(file -> file.problems().forEach(p -> here.err().println("pitstop: " + p)));
    if (here.terminal() && many) {
      greet("--config FILE", "servers", here.err());
      here.err().println("  For one server: `pitstop -- COMMAND`. `pitstop --help` shows more.");
    } else if (here.terminal()) {
      Command command = new Command(o.command(), Map.of(), Path.of("/"));
      greet(o.isUrl() ? o.command().getFirst() : "-- " + command.display(), "server", here.err());
    }
    return SessionRun.run(wired, in, here.err());
  }

  private static void checkServer(Options o) throws UsageException {
    if (o.command().isEmpty() || o.command().getFirst().isEmpty()) {
      throw new UsageException(
          o.cli()
              ? "no program given: use `pitstop cli -- COMMAND [ARG...]`"
              : "no server given: use `pitstop -- COMMAND [ARG...]`, or `pitstop demo`");
    }
    Checks.of(o);
    OwnWords.check(o);
  }

  private static SessionSetup.Given given(Options o, OutputStream out) {
    Surroundings here = o.surroundings();
    return new SessionSetup.Given(
        out,
        true,
        Description.directory(here.environment()),
        Help::version,
        (server, build) -> {
          List<String> values = build.isBlank() ? List.of() : List.of(build);
          return EntryOptions.save(o, Map.of("build", values), new Shell(here, here.err()));
        });
  }

  /// What a person reads who starts a session in a terminal, where no client sends messages.
  private static void greet(String words, String what, PrintStream err) {
    err.println("pitstop: waiting for an MCP client's messages on stdin; Ctrl-C stops Pitstop.");
    err.println("  `pitstop install` adds Pitstop to the configuration of your client.");
    err.println("  `pitstop call` in a second terminal here lists the tools, and calls them.");
    err.println("  `pitstop doctor " + words + "` checks the " + what + " here.");
  }
}
