package dev.pitstop.backend;

import dev.pitstop.harness.Await;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Gives out [FakeChild]ren, which the test then takes one by one.
public final class FakeSpawner implements Spawner {
  private static final long FIRST_PID = 4_000_000_000L; // of no process of this machine

  private record Refusal(SpawnException.Reason reason, String problem) {}

  private final BlockingQueue<FakeChild> spawned = new LinkedBlockingQueue<>();
  private final ArrayDeque<Refusal> refusals = new ArrayDeque<>(); // guarded by this
  private boolean stuck; // guarded by this, like all below
  private int waiting; // in spawns
  private long pids;
  private Optional<PortUse> use = Optional.empty();

  public FakeSpawner() {
    this(0);
  }

  /// @param from its processes have others than those of spawners that have another
  public FakeSpawner(long from) {
    pids = FIRST_PID + from;
  }

  @Override
  public synchronized Child spawn(Command command) throws SpawnException {
    waiting++;
    while (stuck) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e); // nobody should
      }
    }
    waiting--;
    if (!refusals.isEmpty()) {
      Refusal r = refusals.remove();
      throw new SpawnException(r.reason(), command, r.problem(), "");
    }
    FakeChild child = new FakeChild(++pids);
    spawned.add(child);
    return child;
  }

  @Override
  public synchronized Optional<PortUse> portUse(List<String> lines, Command command) {
    return lines.stream().anyMatch(l -> l.contains("EADDRINUSE")) ? use : Optional.empty();
  }

  /// This is what is found when somebody complains of a port.
  public synchronized void holds(PortUse found) {
    use = Optional.of(found);
  }

  /// The next spawn fails.
  ///
  /// @param problem what is wrong, without the command
  public void refuse(String problem) {
    refuse(SpawnException.Reason.NOT_FOUND, problem);
  }

  public synchronized void refuse(SpawnException.Reason reason, String problem) {
    refusals.add(new Refusal(reason, problem));
  }

  /// Spawns take until {@link #release}.
  public synchronized void stick() {
    stuck = true;
  }

  public synchronized void release() {
    stuck = false;
    notifyAll();
  }

  /// Whether a spawn is stuck.
  public synchronized boolean stuckNow() {
    return stuck && waiting > 0;
  }

  /// The next process that was spawned.
  public FakeChild next() {
    return Await.take("a spawn", spawned);
  }

  /// Whether all processes that were spawned have been taken by the test.
  public boolean noMore() {
    return spawned.isEmpty();
  }
}
