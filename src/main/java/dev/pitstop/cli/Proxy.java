package dev.pitstop.cli;

import dev.pitstop.cli.call.Console;
import dev.pitstop.cli.call.Peer;
import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.install.EntryOptions;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.OneServer;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.hub.Description;
import dev.pitstop.process.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
final class Proxy {
  private Proxy() {}

  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out) throws UsageException {
    Surroundings here = o.surroundings();
    if (here.console()) {
      Peer peer = new Peer("pitstop console", Version.text());
      OneServer one = wired(o, peer.stdout(), Optional.of(Logging.ofFile(o)));
      return new Console(Started.console(one, peer), in, out, here, Version.text()).start();
    }
    OneServer one = wired(o, out, Optional.empty());
    if (here.terminal()) {
      Terminal.greet(o.command(), here.err());
    }
    return SessionRun.run(one, Optional.empty(), in, here.err());
  }

  private static OneServer wired(Options o, OutputStream out, Optional<Logging> logging)
      throws UsageException {
    return OneServer.of(
        o,
        out,
        logging,
        Description.directory(o.surroundings().environment()),
        Version::text,
        set -> EntryOptions.save(o, set, Shell.silent(o.surroundings())));
  }
}
