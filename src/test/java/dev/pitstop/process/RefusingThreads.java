package dev.pitstop.process;

import java.util.concurrent.atomic.AtomicInteger;

/// Threads of a system that has no room for some of them.
final class RefusingThreads {
  private RefusingThreads() {}

  /// Refuses threads whose name begins so, as many as are still to be refused.
  static Threads of(String prefix, AtomicInteger refusals) {
    return (name, body) -> {
      if (name.startsWith(prefix) && refusals.getAndDecrement() > 0) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      OsSpawner.DAEMONS.start(name, body);
    };
  }
}
