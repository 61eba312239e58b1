package dev.pitstop.session.members;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.OutsideTurns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Reports whether starting servers work or wait, by the processor time of their processes. A
/// server that compiles, unpacks or downloads is worth waiting for. It should not have to share the
/// machine with all others. A server that hangs is not worth waiting for, and others may start
/// beside it. Checks only while somebody wants to know. Called in turns of the monitor; processes
/// are read outside.
public final class StartWatch {
  public static final long EACH_MILLIS = 250;

  /// A server that used less processor time between two checks waits.
  private static final long WORK_MILLIS = 10;

  /// Takes the results. Called in turns of the monitor.
  interface Listener {
    /// Whether it still wants results.
    boolean wants();

    /// This server works; it has not listed its tools, or does not serve, yet.
    void works(Member m);

    /// This server is starting, and does nothing.
    void waits(Member m);

    /// All have been checked.
    void looked();
  }

  private final Monitor monitor;
  private final Timers timers;
  private final OutsideTurns outside;
  private final Spawner spawner;
  private final Members members;
  private final Listener listener;
  private Map<Long, Long> before = Map.of(); // processor time by pid
  private boolean armed;
  private boolean busy;

  /// @param outside used for these checks alone, so that nothing else waits for one
  StartWatch(
      Monitor monitor,
      Timers timers,
      OutsideTurns outside,
      Spawner spawner,
      Members members,
      Listener listener) {
    this.monitor = monitor;
    this.timers = timers;
    this.outside = outside;
    this.spawner = spawner;
    this.members = members;
    this.listener = listener;
  }

  /// Checks from time to time from now on, if that is wanted.
  void begin() {
    if (!armed && !busy && listener.wants()) {
      armed = true;
      timers.after(EACH_MILLIS, () -> monitor.turn(this::look));
    }
  }

  /// Whether a check is under way.
  boolean busy() {
    return busy;
  }

  private void look() {
    armed = false;
    if (!listener.wants()) {
      before = Map.of();
      return;
    }
    Map<Member, Long> pids = new HashMap<>();
    for (Member m : onTheirWay()) {
      pid(m).ifPresent(pid -> pids.put(m, pid));
    }
    busy = true;
    outside.run(
        () -> spawner.cpuMillis(pids.values()), Map.<Long, Long>of(), now -> seen(pids, now));
  }

  private void seen(Map<Member, Long> pids, Map<Long, Long> now) {
    busy = false;
    for (Member m : onTheirWay()) {
      State state = m.backend().state();
      Optional<Long> pid = Optional.ofNullable(pids.get(m));
      if (state instanceof State.Building
          || pid.filter(p -> took(p, now) >= WORK_MILLIS).isPresent()) {
        listener.works(m);
      } else if (state instanceof State.Starting) {
        listener.waits(m);
      }
    }
    before = now;
    listener.looked();
    begin();
  }

  private List<Member> onTheirWay() {
    return members.all().stream()
        .filter(m -> m.offer().owesLists() || m.backend().state() instanceof State.Starting)
        .toList();
  }

  private long took(long pid, Map<Long, Long> now) {
    return now.getOrDefault(pid, 0L) - before.getOrDefault(pid, 0L);
  }

  private static Optional<Long> pid(Member m) {
    OptionalLong pid =
        m.backend().snapshot().newest().map(r -> r.facts().pid()).orElse(OptionalLong.empty());
    return pid.isPresent() ? Optional.of(pid.getAsLong()) : Optional.empty();
  }
}
