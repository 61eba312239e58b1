package dev.pitstop.soak;

import java.util.concurrent.atomic.AtomicInteger;

/// How often the engine was killed that all sessions of a run share; never, where there is none. A
/// death takes a moment, so what comes between two readings is known to be without one only if none
/// [begun] since all were [over].
final class Deaths {
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger over = new AtomicInteger();

  /// How many there may have been by now.
  int begun() {
    return begun.get();
  }

  /// How many there have been for sure.
  int over() {
    return over.get();
  }

  /// @param kills ends an engine, and returns when it is gone
  void when(Runnable kills) {
    begun.incrementAndGet();
    kills.run();
    over.incrementAndGet();
  }
}
