package dev.pitstop.backend;

import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import java.util.ArrayDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Gives out [FakeChild]ren, which the test then takes one by one.
public final class FakeSpawner implements Spawner {
  private static final long FIRST_PID = 4_000_000_000L; // of no process of this machine

  private final BlockingQueue<FakeChild> spawned = new LinkedBlockingQueue<>();
  private final ArrayDeque<SpawnException> refusals = new ArrayDeque<>(); // guarded by this
  private long pids = FIRST_PID; // guarded by this

  @Override
  public synchronized Child spawn(Command command) throws SpawnException {
    if (!refusals.isEmpty()) {
      throw refusals.remove();
    }
    FakeChild child = new FakeChild(++pids);
    spawned.add(child);
    return child;
  }

  /// The next spawn fails.
  public void refuse(String message) {
    refuse(SpawnException.Reason.NOT_FOUND, message);
  }

  public synchronized void refuse(SpawnException.Reason reason, String message) {
    refusals.add(new SpawnException(reason, message));
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
