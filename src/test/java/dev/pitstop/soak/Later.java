package dev.pitstop.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// What the client says a little later, or not before it is calm. It leaves on a thread of its own,
/// as a reader that writes could close the knot of two full pipes.
final class Later {
  private final List<Runnable> putOff = new ArrayList<>(); // guarded by this
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("soak later").factory());
  private boolean calm; // guarded by this

  void say(long millis, Runnable what) {
    writer.schedule(what, millis, TimeUnit.MILLISECONDS);
  }

  /// Waits for the calm with this, unless it is calm already.
  ///
  /// @return whether it does
  synchronized boolean putsOff(Runnable what) {
    return !calm && putOff.add(what);
  }

  /// Says what was put off, and puts off nothing from now on, or does so again.
  synchronized void calm(boolean now) {
    calm = now;
    if (calm) {
      putOff.forEach(writer::execute);
      putOff.clear();
    }
  }

  void end() {
    writer.shutdownNow();
  }
}
