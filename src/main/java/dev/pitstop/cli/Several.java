package dev.pitstop.cli;

import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.ManyServers;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.cli.run.Wired;
import dev.pitstop.config.ServersFile;
import dev.pitstop.hub.Description;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/// `pitstop` without a command: a session with many servers, which come from a configuration file
/// and from the agent.
final class Several {
  private Several() {}

  /// Whether the command line asks for many servers.
  static boolean isMeant(Options o) { // an empty word after `--` is a mistake
    return !o.cli() && o.command().isEmpty() && !o.separated();
  }

  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out) throws UsageException {
    PrintStream err = o.surroundings().err();
    Optional<Path> memory = Description.directory(o.surroundings().environment());
    Wired many = ManyServers.of(o, out, Optional.empty(), memory, Version::text);
    ServersFile servers = many.servers().orElseThrow();
    servers.problems().forEach(p -> err.println("pitstop: " + p));
    if (o.surroundings().terminal()) {
      Terminal.greet("--config FILE", "servers", err);
      err.println("  For one server: `pitstop -- COMMAND`. `pitstop --help` shows more.");
    }
    return SessionRun.run(
        many,
        Optional.of(() -> servers.watch(many.session().face().servers())), // a save finds them
        in,
        err);
  }
}
