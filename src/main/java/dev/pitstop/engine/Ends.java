package dev.pitstop.engine;

import dev.pitstop.process.Descriptor;
import java.util.Optional;

/// How a session in the engine ends: by itself, by a signal to its front, or with its front.
/// Thread-safe.
public final class Ends {
  private final FrontLink link;
  private final Descriptor in;
  private final Descriptor out;

  /// Guards the fields below.
  private final Object lock = new Object();

  private Optional<Runnable> onSignal = Optional.empty();
  private boolean asked; // before there was anybody to ask
  private boolean over;

  Ends(FrontLink link, Descriptor in, Descriptor out) {
    this.link = link;
    this.in = in;
    this.out = out;
  }

  /// @param does what to do about a signal that ends programs, each time one comes
  public void onSignal(Runnable does) {
    boolean now;
    synchronized (lock) {
      onSignal = Optional.of(does);
      now = asked;
      asked = false;
    }
    if (now) {
      does.run();
    }
  }

  /// A signal has come, or the front is gone. Runs what the session does about it.
  void signalled() {
    Optional<Runnable> does;
    synchronized (lock) {
      does = onSignal;
      asked |= does.isEmpty();
    }
    does.ifPresent(Runnable::run);
  }

  /// Ends the front's process with this code, and lets the client's descriptors go: whoever is
  /// blocked in them returns. The first call counts.
  public void exit(int code) {
    synchronized (lock) {
      if (over) {
        return;
      }
      over = true;
    }
    link.exit(code);
    in.letGo();
    out.letGo();
  }
}
