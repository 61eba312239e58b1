package dev.pitstop.rpc;

/// Timers for the lifecycle; tests have fake ones.
public interface Timers {
  /// A timer that was set.
  interface Timer {
    void cancel();
  }

  /// Milliseconds of a clock that never goes back.
  long nowMillis();

  /// Runs `task` once, later, on the timers' own thread, which it must not block.
  Timer after(long millis, Runnable task);
}
