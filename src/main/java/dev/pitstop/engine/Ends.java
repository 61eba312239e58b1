package dev.pitstop.engine;

import dev.pitstop.process.Descriptor;
import java.util.Optional;

/// How a session in the engine ends: by itself, by a signal to its front, or with its front.
/// Thread-safe.
public final class Ends {
  private static final int OF_A_SIGNAL = 128;

  private final FrontLink link;
  private final Descriptor err;
  private final Capsule capsule;

  /// Guards the fields below.
  private final Object lock = new Object();

  private Optional<Runnable> onSignal = Optional.empty();
  private boolean over;
  private boolean moves;

  Ends(FrontLink link, Descriptor err, Capsule capsule) {
    this.link = link;
    this.err = err;
    this.capsule = capsule;
  }

  /// @param does what to do about a signal that ends programs, each time one comes
  public void onSignal(Runnable does) {
    synchronized (lock) {
      onSignal = Optional.of(does);
    }
  }

  /// A signal has come, or the front is gone. Runs what the session does about it, on a thread of
  /// its own: whatever ends there is told by the thread that calls this. A session that has not
  /// begun to listen ends at once, as a program does.
  void signalled(int number) {
    Optional<Runnable> does;
    synchronized (lock) {
      does = onSignal;
    }
    try {
      Thread.ofPlatform()
          .daemon()
          .name("signal")
          .start(does.orElse(() -> exit(OF_A_SIGNAL + number)));
    } catch (OutOfMemoryError noThread) {
      exit(OF_A_SIGNAL + number);
    }
  }

  /// Ends the session here, in order, for another engine to go on with. The client's input ends for
  /// it; so it answers what is open and stops its servers.
  void move() {
    synchronized (lock) {
      moves = true;
    }
    capsule.move();
  }

  /// Ends the front's process with this code, and lets the client's descriptors go: whoever is
  /// blocked in them returns. The first call counts.
  public void exit(int code) {
    boolean moving;
    synchronized (lock) {
      if (over) {
        return;
      }
      over = true;
      moving = moves;
    }
    if (!moving) {
      link.exit(code);
    }
    capsule.close();
    err.letGo();
    if (moving) { // nothing of it is used here any more
      link.move();
    }
  }
}
