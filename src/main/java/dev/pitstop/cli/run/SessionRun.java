package dev.pitstop.cli.run;

import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/// Runs a session until its client leaves or a signal comes.
///
/// SIGTERM, SIGINT and SIGHUP end the session in order, with exit code 0. A second signal kills the
/// servers at once (F7). Only `sun.misc.Signal` (module jdk.unsupported) can tell a second signal
/// from the first. It exists on all platforms, without SIGHUP on Windows.
public final class SessionRun {
  private SessionRun() {}

  /// @param started runs after the session has started
  /// @return the exit code
  public static int run(
      Session<?> session,
      Optional<Runnable> started,
      OsSpawner spawner,
      Log log,
      InputStream in,
      PrintStream err) {
    Runnable end =
        () -> {
          spawner.close();
          log.close(Duration.ofMillis(500));
        };
    onSignal(session, end, 0);
    session.showBeside();
    session.whenClientGone(() -> halt(end, 0));
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
  private static void halt(Runnable end, int code) {
    try {
      end.run();
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  /// Lets a signal end the session and this process.
  ///
  /// @param end runs before the process ends
  /// @param code with which it ends
  public static void onSignal(Session<?> session, Runnable end, int code) {
    AtomicInteger count = new AtomicInteger();
    for (String name : new String[] {"TERM", "INT", "HUP"}) {
      try {
        Signal.handle(new Signal(name), s -> caught(session, end, count, code));
      } catch (IllegalArgumentException e) {
        assert name.equals("HUP"); // Windows has none
      }
    }
  }

  private static void caught(Session<?> session, Runnable end, AtomicInteger count, int code) {
    boolean first = count.incrementAndGet() == 1;
    try {
      if (first) {
        session.shutDown();
      } else {
        session.kill();
      }
    } finally {
      halt(first ? end : () -> {}, code); // a second signal waits for nothing
    }
  }
}
