package dev.pitstop.hub;

import dev.pitstop.backend.Backend;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/// Starts many servers, a few at a time: thirty that start at once are slower than thirty in turn.
/// A start gives its place free when its server serves or failed, or after a while: one that hangs
/// must not keep the others waiting. In turns.
public final class Starts {
  private static final long PLACE_MILLIS = 5_000;

  private final Monitor monitor;
  private final Timers timers;
  private final int most;
  private final ArrayDeque<Backend> waiting = new ArrayDeque<>();
  private final Set<Backend> under = new HashSet<>();

  /// @param most how many start at once
  public Starts(Monitor monitor, Timers timers, int most) {
    this.monitor = monitor;
    this.timers = timers;
    this.most = most;
  }

  /// As many as a machine with so many processors starts at once without harm.
  public static int most(int processors) {
    return Math.max(4, 2 * processors);
  }

  /// Starts this one when there is a place for it.
  public void want(Backend server) {
    waiting.add(server);
    next();
  }

  /// Whether it still waits for its place.
  public boolean waits(Backend server) {
    return waiting.contains(server);
  }

  /// It serves, failed, or is gone.
  public void over(Backend server) {
    waiting.remove(server);
    if (under.remove(server)) {
      next();
    }
  }

  private void next() {
    while (under.size() < most && !waiting.isEmpty()) {
      Backend server = waiting.remove();
      under.add(server);
      timers.after(PLACE_MILLIS, () -> monitor.turn(Monitor.By.OTHER, () -> over(server)));
      server.boot();
    }
  }
}
