package dev.pitstop.cli.run;

import dev.pitstop.session.Session;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Optional;

/// Runs a session until its client leaves or a signal comes.
///
/// SIGTERM, SIGINT and SIGHUP end the session in order, with exit code 0. A second signal kills the
/// servers at once (F7).
public final class SessionRun {
  private SessionRun() {}

  /// @param started runs after the session has started
  /// @param end closes what the session was given
  /// @param err gets an internal error that ended the session
  /// @param host ends the session, and is ended by it if the client no longer reads
  /// @return the exit code
  public static int run(
      Session<?> session,
      Optional<Runnable> started,
      Runnable end,
      InputStream in,
      PrintStream err,
      Host host) {
    onSignal(session, end, 0, host);
    session.showBeside();
    session.whenClientGone(() -> halt(end, 0, host));
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
      end.run();
    }
  }

  /// Ends the process, also if `end` fails.
  private static void halt(Runnable end, int code, Host host) {
    try {
      end.run();
    } finally {
      host.halt(code);
    }
  }

  /// Lets a signal end the session and the process.
  ///
  /// @param end runs before the process ends
  /// @param code with which it ends
  public static void onSignal(Session<?> session, Runnable end, int code, Host host) {
    host.onSignal(
        () -> ended(session::shutDown, end, code, host),
        () -> ended(session::kill, () -> {}, code, host)); // waits for nothing
  }

  private static void ended(Runnable how, Runnable end, int code, Host host) {
    try {
      how.run();
    } finally {
      halt(end, code, host);
    }
  }
}
