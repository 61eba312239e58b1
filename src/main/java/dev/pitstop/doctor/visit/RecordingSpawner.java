package dev.pitstop.doctor.visit;

import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import java.util.Optional;

/// A spawner that remembers the last process that it started. For any thread.
final class RecordingSpawner implements Spawner {
  private final Spawner spawner;
  private volatile Optional<Child> child = Optional.empty();
  private volatile Optional<SpawnException> refusal = Optional.empty();

  RecordingSpawner(Spawner spawner) {
    this.spawner = spawner;
  }

  @Override
  public Child spawn(Command command) throws SpawnException {
    try {
      Child started = spawner.spawn(command);
      child = Optional.of(started);
      return started;
    } catch (SpawnException e) {
      refusal = Optional.of(e);
      throw e;
    }
  }

  Optional<Child> child() {
    return child;
  }

  Optional<SpawnException> refusal() {
    return refusal;
  }
}
