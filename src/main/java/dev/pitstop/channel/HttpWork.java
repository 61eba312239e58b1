package dev.pitstop.channel;

/// One piece of a run's work, on a thread that may do others' before and after it. Anybody may
/// interrupt it, and that reaches this work alone: nothing after its end. While it tells the client
/// something the interrupt waits until that is told: the JDK closes a channel in whose write a
/// thread is interrupted, and the client's stdout is one. Thread-safe.
final class HttpWork {
  private final Thread thread = Thread.currentThread();
  private boolean tells; // guarded by `this`, like what follows
  private boolean due;
  private boolean over;

  /// Work of the calling thread.
  HttpWork() {}

  synchronized void interrupt() {
    if (tells) {
      due = true;
    } else if (!over) {
      thread.interrupt();
    }
  }

  /// Runs what must not be interrupted, on the work's own thread.
  void uninterrupted(Runnable body) {
    synchronized (this) {
      tells = true;
      due |= Thread.interrupted();
    }
    try {
      body.run();
    } finally {
      synchronized (this) {
        tells = false;
        if (due) {
          due = false;
          thread.interrupt();
        }
      }
    }
  }

  /// What it was interrupted for is over. By its own thread.
  synchronized void forget() {
    due = false;
    Thread.interrupted();
  }

  /// By its own thread.
  synchronized void end() {
    over = true;
    Thread.interrupted();
  }
}
