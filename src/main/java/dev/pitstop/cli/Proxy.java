package dev.pitstop.cli;

import dev.pitstop.cli.install.EntryOptions;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.OneServer;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.cli.run.Wired;
import dev.pitstop.hub.Description;
import dev.pitstop.process.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
final class Proxy {
  private Proxy() {}

  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out) throws UsageException {
    Surroundings here = o.surroundings();
    Wired one =
        OneServer.of(
            o,
            out,
            Optional.empty(),
            Description.directory(here.environment()),
            Version::text,
            (server, build) -> {
              List<String> values = build.isBlank() ? List.of() : List.of(build);
              return EntryOptions.save(o, Map.of("build", values), Shell.silent(here));
            });
    if (here.terminal()) {
      Terminal.greet(o.command(), here.err());
    }
    return SessionRun.run(one, Optional.empty(), in, here.err());
  }
}
