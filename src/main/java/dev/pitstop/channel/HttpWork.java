package dev.pitstop.channel;

/// One piece of a run's work, on a thread that may do other work before and after it. Any thread
/// may interrupt it, and that reaches only this work, nothing after its end. While it reports to
/// the client the interrupt is deferred: the JDK closes a channel when a thread is interrupted
/// while it writes to it, and the client's stdout is one. Thread-safe.
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

  /// Runs code that must not be interrupted, on the work's own thread.
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

  /// The reason for the interrupt is over. Called by its own thread.
  synchronized void forget() {
    due = false;
    Thread.interrupted();
  }

  /// Called by its own thread.
  synchronized void end() {
    over = true;
    Thread.interrupted();
  }
}
