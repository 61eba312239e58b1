package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.BinaryInfo;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Starts a server's processes, each on a thread of its own because that may take long, and hands
/// them to {@link Incarnations} in a turn. Has no state.
final class Launcher {
  private final String name;
  private final Command command;
  private final Spawner spawner;
  private final Monitor monitor;
  private final Log log;
  private final StderrRing ring;

  Launcher(
      String name, Command command, Spawner spawner, Monitor monitor, Log log, StderrRing ring) {
    this.name = name;
    this.command = command;
    this.spawner = spawner;
    this.monitor = monitor;
    this.log = log;
    this.ring = ring;
  }

  /// Starts generation `gen`; `to` is told in a turn that it is there, or why it is not.
  void launch(int gen, Incarnations to) {
    Thread.ofPlatform().daemon().name(name + " spawn").start(() -> spawn(gen, to));
  }

  private void spawn(int gen, Incarnations to) {
    ring.begin(gen);
    Child child;
    try {
      child = spawner.spawn(command);
    } catch (SpawnException | RuntimeException e) {
      String why = String.valueOf(e.getMessage());
      log.error("spawn-failed", "server", name, "spawn", gen, "why", why);
      ring.append(gen, StderrRing.Kind.NOTE, why);
      monitor.turn(Monitor.By.OTHER, () -> to.notSpawned(gen, why));
      return;
    }
    log.info("spawn", "server", name, "spawn", gen, "pid", child.pid());
    CompletableFuture<Void> stderrEnd =
        StderrPump.start(child, gen, ring, line -> log.copy("[" + name + "] ", line)).drained();
    Incarnation inc =
        new Incarnation(gen, child, stdin(gen, child, to), "pitstop-" + child.pid() + "-");
    inc.file = gen > 1 ? BinaryInfo.glance(command) : Optional.empty();
    monitor.turn(Monitor.By.OTHER, () -> to.spawned(inc, stderrEnd));
  }

  private Outbox stdin(int gen, Child child, Incarnations to) {
    return new Outbox(name + " stdin", child.stdin(), e -> broken(gen, e, to));
  }

  /// Usually the process is ending. If it is not, it must be seen to: what it is sent from now on
  /// reaches nobody.
  private void broken(int gen, IOException e, Incarnations to) {
    String why = String.valueOf(e.getMessage());
    log.debug("stdin-broken", "server", name, "spawn", gen, "why", why);
    monitor.turn(Monitor.By.OTHER, () -> to.inputBroken(gen));
  }
}
