package dev.pitstop.cli.run;

import dev.pitstop.rpc.Timers;
import dev.pitstop.session.Session;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/// Runs a session until its client leaves or a signal comes.
///
/// SIGTERM, SIGINT and SIGHUP end the session in order, with exit code 0. A second signal kills the
/// servers at once. Only `sun.misc.Signal` (module jdk.unsupported) can tell a second signal from
/// the first. It exists on all platforms, without SIGHUP on Windows.
public final class SessionRun {
  /// More than the heap of a session has that passes on ordinary messages.
  private static final long LARGE_HEAP = 40L * 1024 * 1024;

  private static final long HEAP_MILLIS = 2_000;
  private static final long MOST_HEAP_MILLIS = 60_000;

  private SessionRun() {}

  /// @param err gets an internal error that ended the session
  /// @return the exit code
  public static int run(Wired wired, InputStream in, PrintStream err) {
    onSignal(wired, 0);
    keepHeapSmall(wired.timers(), HEAP_MILLIS);
    Session session = wired.session();
    session.showBeside();
    session.whenClientGone(() -> end(wired, 0));
    try {
      session.start();
      // a save finds them
      wired.servers().ifPresent(file -> file.watch(session.face().servers()));
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

  /// Has the heap collected while it is large, which gives memory back to the system. Large
  /// messages make it grow, and nobody else asks for that, whatever becomes of them. If it stays
  /// large, it is looked at less and less often.
  ///
  /// @param millis until the next look
  private static void keepHeapSmall(Timers timers, long millis) {
    timers.after(
        millis,
        () -> {
          boolean large = Runtime.getRuntime().totalMemory() > LARGE_HEAP;
          if (large) {
            System.gc();
          }
          keepHeapSmall(timers, large ? Math.min(2 * millis, MOST_HEAP_MILLIS) : HEAP_MILLIS);
        });
  }

  /// Ends the process, also if closing fails.
  private static void end(Wired wired, int code) {
    try {
      wired.close();
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  /// Lets a signal end the session and the process.
  ///
  /// @param code with which it ends
  public static void onSignal(Wired wired, int code) {
    AtomicInteger signals = new AtomicInteger();
    for (String name : new String[] {"TERM", "INT", "HUP"}) {
      try {
        Signal.handle(new Signal(name), s -> signalled(wired, signals.incrementAndGet() > 1, code));
      } catch (IllegalArgumentException e) {
        assert name.equals("HUP"); // Windows has none
      }
    }
  }

  /// On a thread of its own.
  ///
  /// @param again whether there was one before: then nothing is waited for
  private static void signalled(Wired wired, boolean again, int code) {
    try {
      if (again) {
        wired.session().kill();
      } else {
        wired.session().shutDownQuickly();
      }
    } finally {
      if (again) {
        Runtime.getRuntime().halt(code);
      } else {
        end(wired, code);
      }
    }
  }
}
