package dev.pitstop.cli.run;

import dev.pitstop.rpc.Ledger;
import dev.pitstop.session.Session;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Optional;

/// Runs a session until its client leaves or a signal comes.
///
/// SIGTERM, SIGINT and SIGHUP end the session in order, with exit code 0. A second signal kills the
/// servers at once (F7).
public final class SessionRun {
  /// What a signal does. No lambdas: they would slow the start.
  ///
  /// @param again whether there was one before
  private record Signalled(Wired wired, boolean again, int code, Host host) implements Runnable {
    @Override
    public void run() {
      try {
        if (again) {
          wired.session().kill();
        } else {
          wired.session().shutDown();
        }
      } finally {
        if (again) {
          host.halt(code); // waits for nothing
        } else {
          end(wired, code, host);
        }
      }
    }
  }

  private SessionRun() {}

  /// @param started runs after the session has started
  /// @param err gets an internal error that ended the session
  /// @param host ends the session, and is ended by it if the client no longer reads
  /// @return the exit code
  public static int run(
      Wired wired, Optional<Runnable> started, InputStream in, PrintStream err, Host host) {
    onSignal(wired, 0, host);
    Session<?> session = wired.session();
    Optional<Ledger> ledger = host.ledger();
    if (ledger.isPresent()) { // no lambda: it would slow the start
      session.keep(ledger.get());
    }
    session.showBeside();
    session.whenClientGone(() -> end(wired, 0, host));
    try {
      session.start();
      if (started.isPresent()) {
        started.get().run();
      }
      session.run(in);
      return 0;
    } catch (Error | RuntimeException e) {
      err.println("pitstop: internal error: " + e);
      session.shutDown();
      return 1;
    } finally {
      wired.close();
    }
  }

  /// Ends the process, also if closing fails.
  private static void end(Wired wired, int code, Host host) {
    try {
      wired.close();
    } finally {
      host.halt(code);
    }
  }

  /// Lets a signal end the session and the process.
  ///
  /// @param code with which it ends
  public static void onSignal(Wired wired, int code, Host host) {
    host.onSignal(new Signalled(wired, false, code, host), new Signalled(wired, true, code, host));
  }
}
