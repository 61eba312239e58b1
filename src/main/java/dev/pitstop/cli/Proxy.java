package dev.pitstop.cli;

import dev.pitstop.channel.Target;
import dev.pitstop.cli.call.Console;
import dev.pitstop.cli.call.Peer;
import dev.pitstop.cli.install.EntryOptions;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.OneServer;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.hub.Description;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
final class Proxy {
  private Proxy() {}

  /// @param err gets an internal error that ended the session
  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws UsageException {
    if (Terminal.isConsole()) {
      Peer peer = new Peer("pitstop console", Version.text());
      OneServer one = wired(o, peer.stdout(), Optional.of(Logging.ofFile(o)), err);
      return Console.run(one, peer, in, out, err, Version.text());
    }
    OneServer one = wired(o, out, Optional.empty(), err);
    Terminal.greet(o.command(), err);
    return SessionRun.run(one.session(), Optional.empty(), one.spawner(), one.log(), in, err);
  }

  private static OneServer wired(
      Options o, OutputStream out, Optional<Logging> logging, PrintStream err)
      throws UsageException {
    OneServer one =
        OneServer.of(
            o,
            out,
            logging,
            Description.directory(),
            () -> Version.text(), // no method reference: it would load the class at the start
            set -> EntryOptions.save(o, set, Shell.silent(err)));
    if (o.values().isEmpty() && one.target() instanceof Target.Program) {
      one.session().face().propose();
    }
    return one;
  }
}
