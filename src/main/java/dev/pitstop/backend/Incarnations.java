package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.Exit;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// The incarnations that there are, from the order to start one until its end is reported, and the
/// ways in which one is stopped: now, when it is idle (R1), or because it says nothing more.
///
/// In turns. What waits, starting and stopping, is done on threads of its own.
final class Incarnations {
  private static final long CLOSED_MILLIS = 1_000;

  /// Somebody who waits for the end of these.
  private record Waiter(Set<Integer> gens, Runnable then) {}

  private final Backend backend;
  private final Supervisor supervisor;
  private final History history;
  private final Launcher launcher;
  private final Monitor monitor;
  private final Timers timers;
  private final Log log;
  private final Map<Integer, Incarnation> live = new LinkedHashMap<>();
  private final Map<Integer, String> spawning =
      new HashMap<>(); // gen → why it is to stop; "" if it is not
  private final Set<Incarnation> closed = new HashSet<>(); // closed their stdout or stdin
  private final List<Waiter> waiters = new ArrayList<>();

  Incarnations(
      Backend backend,
      Supervisor supervisor,
      History history,
      Launcher launcher,
      Monitor monitor,
      Timers timers,
      Log log) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.history = history;
    this.launcher = launcher;
    this.monitor = monitor;
    this.timers = timers;
    this.log = log;
  }

  /// Those that have a process, oldest first.
  Collection<Incarnation> live() {
    return live.values();
  }

  Optional<Incarnation> find(int gen) {
    return Optional.ofNullable(live.get(gen));
  }

  boolean isLive(Incarnation inc) {
    return live.containsKey(inc.gen());
  }

  /// How many calls of the client they have and have not answered, listens not counted.
  int inFlight() {
    int n = 0;
    for (Incarnation i : live.values()) {
      for (Call c : i.calls().all()) {
        n += c.kind() == Call.Kind.REQUEST && !c.cancelled() ? 1 : 0;
      }
    }
    return n;
  }

  /// Starts one; {@link #spawned} or {@link #notSpawned} follows.
  void spawn(int gen) {
    spawning.put(gen, "");
    launcher.launch(gen, this);
  }

  void notSpawned(int gen, String why) {
    spawning.remove(gen);
    supervisor.notSpawned(gen, why);
    tellWaiters();
  }

  void spawned(Incarnation inc, CompletableFuture<Void> stderrEnd) {
    live.put(inc.gen(), inc);
    String stop = String.valueOf(spawning.remove(inc.gen()));
    if (!stop.isEmpty()) {
      inc.stopReason = Optional.of(stop);
      stop(inc);
    }
    backend.spawned(inc);
    // last, as it may have ended meanwhile: then it is told here and now
    inc.whenEnded(stderrEnd, exit -> monitor.turn(Monitor.By.OTHER, () -> ended(inc, exit)));
  }

  private void ended(Incarnation inc, Exit exit) {
    live.remove(inc.gen());
    closed.remove(inc);
    inc.serving = false;
    inc.outbox().discard();
    backend.safely("end", () -> supervisor.ended(inc, exit));
    tellWaiters();
  }

  /// Stops an incarnation of which nothing is wanted any more, or will be once it is spawned.
  void stop(int gen, String why) {
    Incarnation inc = live.get(gen);
    if (inc == null) {
      spawning.computeIfPresent(gen, (g, reason) -> reason.isEmpty() ? why : reason);
      return;
    }
    if (inc.stopReason.isEmpty() && inc.trouble.isEmpty()) {
      inc.stopReason = Optional.of(why);
    }
    stop(inc);
  }

  /// Stops it by the ladder (L6), once.
  private void stop(Incarnation inc) {
    inc.serving = false;
    if (!isLive(inc) || inc.stopping) {
      return;
    }
    inc.stopping = true;
    history.killed();
    String why = inc.stopReason.or(() -> inc.trouble).orElse("stopped");
    Thread.ofVirtual()
        .name(backend.name() + " stop")
        .start(() -> {
          Stopped.How how = inc.child().stop(backend.settings().stop(), why).how();
          log.info(
              "stop", "server", backend.name(), "spawn", inc.gen(), "how", how.name(), "why", why);
        });
  }

  /// All that there are will be stopped for this reason: those that were replaced at once, the
  /// others when the lifecycle says so, which knows no more of the former.
  void stopAll(String why) {
    for (Incarnation i : live.values()) {
      if (i.stopReason.isEmpty()) {
        i.stopReason = Optional.of(why);
      }
      if (i.retired) {
        stop(i);
      }
    }
    spawning.replaceAll((gen, reason) -> why);
  }

  /// The generations that there are, also those that are being spawned.
  Set<Integer> gens() {
    Set<Integer> all = new HashSet<>(live.keySet());
    all.addAll(spawning.keySet());
    return all;
  }

  /// Runs `then` in a turn when none of these is left and the calls that they had are ended: now,
  /// if none is there.
  void whenGone(Set<Integer> gens, Runnable then) {
    if (Collections.disjoint(gens, gens())) {
      then.run();
    } else {
      waiters.add(new Waiter(gens, then));
    }
  }

  private void tellWaiters() {
    Set<Integer> left = gens();
    List<Waiter> told = new ArrayList<>();
    for (Waiter w : waiters) {
      if (Collections.disjoint(w.gens(), left)) {
        told.add(w);
      }
    }
    waiters.removeAll(told);
    for (Waiter w : told) {
      backend.safely("end", w.then());
    }
  }

  /// Lets a replaced incarnation answer what it has, within limits, and stops it (R1).
  void retire(int gen) {
    Incarnation inc = live.get(gen);
    if (inc == null) {
      return;
    }
    inc.serving = false;
    inc.retired = true;
    inc.stopReason = Optional.of("was replaced by a reload");
    if (!stopIfIdle(inc)) {
      timers.after(
          backend.settings().drainMillis(), () -> monitor.turn(Monitor.By.OTHER, () -> stop(inc)));
    }
  }

  /// Stops a replaced incarnation that has answered everything.
  ///
  /// @return whether it was one
  boolean stopIfIdle(Incarnation inc) {
    boolean idle = inc.retired && inc.calls().all().stream().allMatch(Call::mayBeDropped);
    if (idle) {
      stop(inc);
    }
    return idle;
  }

  /// It closed its stdout: it can answer nothing any more. Most are about to exit; one that is not
  /// is stopped.
  void outputEnded(Incarnation inc) {
    closed(inc, "stdout");
  }

  /// It closed its stdin: it can be asked nothing any more.
  void inputBroken(int gen) {
    find(gen).ifPresent(inc -> closed(inc, "stdin"));
  }

  private void closed(Incarnation inc, String pipe) {
    if (isLive(inc) && closed.add(inc)) {
      timers.after(
          CLOSED_MILLIS, () -> monitor.turn(Monitor.By.OTHER, () -> stopClosed(inc, pipe)));
    }
  }

  private void stopClosed(Incarnation inc, String pipe) {
    if (isLive(inc) && inc.child().alive() && !inc.stopping) {
      inc.trouble = Optional.of("closed its " + pipe + " but went on running; it was stopped");
      stop(inc);
    }
  }
}
