package dev.pitstop.cli;

import dev.pitstop.session.Session;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/// SIGTERM, SIGINT and SIGHUP end the session in order, with exit code 0. A second signal kills the
/// servers at once (F7). Only `sun.misc.Signal` (module jdk.unsupported) can tell a second signal
/// from the first. It exists on all platforms, without SIGHUP on Windows.
final class Signals {
  private Signals() {}

  static void install(Session<?> session, Runnable end) {
    AtomicInteger count = new AtomicInteger();
    for (String name : new String[] {"TERM", "INT", "HUP"}) {
      try {
        Signal.handle(new Signal(name), s -> caught(session, end, count));
      } catch (IllegalArgumentException e) {
        assert name.equals("HUP"); // Windows has none
      }
    }
  }

  private static void caught(Session<?> session, Runnable end, AtomicInteger count) {
    boolean first = count.incrementAndGet() == 1;
    try {
      if (first) {
        session.shutDown();
      } else {
        session.kill();
      }
    } finally {
      Proxy.halt(first ? end : () -> {}); // a second signal waits for nothing
    }
  }
}
