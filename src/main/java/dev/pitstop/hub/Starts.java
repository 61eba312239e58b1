package dev.pitstop.hub;

import dev.pitstop.backend.Backend;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Starts many servers, a few at a time: thirty starts at once are slower than thirty in sequence.
/// A start frees its place when its server serves or has failed, when it only waits, and after a
/// while in any case. Called in turns of the monitor.
public final class Starts {
  static final long PLACE_MILLIS = 5_000;

  private final Monitor monitor;
  private final Timers timers;
  private final int most;
  private final Map<Backend, Runnable> waiting = new LinkedHashMap<>();
  private final Map<Backend, Timers.Timer> under = new HashMap<>();

  /// @param most the most starts at once
  public Starts(Monitor monitor, Timers timers, int most) {
    this.monitor = monitor;
    this.timers = timers;
    this.most = most;
  }

  /// The number of starts that a machine with so many processors can run at once.
  public static int most(int processors) {
    return Math.max(4, 2 * processors);
  }

  /// Runs `start`, which starts this server, as soon as a place is free.
  public void want(Backend server, Runnable start) {
    waiting.put(server, start);
    next();
  }

  /// Whether the server still waits for a place.
  public boolean waits(Backend server) {
    return waiting.containsKey(server);
  }

  /// Whether any server waits for a place.
  public boolean crowded() {
    return !waiting.isEmpty();
  }

  /// Frees the server's place: it serves, has failed, only waits, or no longer needs a start.
  public void over(Backend server) {
    waiting.remove(server);
    Timers.Timer timer = under.remove(server);
    if (timer != null) {
      timer.cancel();
      next();
    }
  }

  private void next() {
    while (under.size() < most && !waiting.isEmpty()) {
      Map.Entry<Backend, Runnable> first = waiting.entrySet().iterator().next();
      Backend server = first.getKey();
      Runnable start = first.getValue();
      waiting.remove(server);
      under.put(server, timers.after(PLACE_MILLIS, () -> monitor.turn(() -> over(server))));
      start.run();
    }
  }
}
