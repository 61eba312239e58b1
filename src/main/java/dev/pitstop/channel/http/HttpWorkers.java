package dev.pitstop.channel.http;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// The threads that work for one daemon. Lasting work has a virtual thread of its own. An exchange,
/// which is usually short, is done by one of a few platform threads that wait for it: such a thread
/// is woken by the answer itself and may write to the client, each of which costs a virtual thread
/// one more switch. While all are busy, exchanges have virtual threads, too. They end when the
/// daemon has no session.
///
/// Thread-safe; its lock is held for an instant.
final class HttpWorkers {
  /// How many platform threads there are at most.
  static final int MOST = 4;

  /// How long one of them waits for its next exchange.
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ThreadFactory lasting;
  private final ThreadFactory waiting;
  private final int most;

  // Guarded by `this`.
  private final ArrayDeque<Runnable> next = new ArrayDeque<>(); // at most as many as threads wait
  private int workers;
  private int idle; // the waiting ones
  private boolean resting;

  /// @param lasting makes virtual threads; it or the start may throw [OutOfMemoryError]
  /// @param waiting makes platform threads, likewise
  /// @param most how many platform threads there may be
  HttpWorkers(ThreadFactory lasting, ThreadFactory waiting, int most) {
    this.lasting = lasting;
    this.waiting = waiting;
    this.most = most;
  }

  /// The threads for a server's daemon.
  static HttpWorkers of(String name) {
    return new HttpWorkers(
        Thread.ofVirtual().factory(),
        Thread.ofPlatform().daemon().name(name + " exchange").factory(),
        MOST);
  }

  /// Runs a lasting task, which throws nothing, on a thread of this name.
  ///
  /// @throws OutOfMemoryError if there is no memory for a thread
  void last(String name, Runnable body) {
    Thread thread = lasting.newThread(body);
    thread.setName(name);
    thread.start();
  }

  /// Runs an exchange, which throws nothing.
  ///
  /// @param name of its thread, if it gets one of its own
  /// @throws OutOfMemoryError if there is no memory for a thread
  void exchange(String name, Runnable body) {
    boolean hires;
    synchronized (this) {
      resting = false;
      if (next.size() < idle) {
        next.addLast(body);
        notify();
        return;
      }
      hires = workers < most;
      workers += hires ? 1 : 0;
    }
    if (!hires || !hire(body)) {
      last(name, body);
    }
  }

  private boolean hire(Runnable first) {
    try {
      waiting.newThread(new Worker(first)).start();
      return true;
    } catch (OutOfMemoryError e) { // a virtual thread needs less
      left();
      return false;
    }
  }

  private synchronized void left() {
    workers--;
  }

  /// Nothing to do until the next exchange: waiting threads end.
  synchronized void rest() {
    resting = true;
    notifyAll();
  }

  /// The next exchange; empty when the wait is over.
  private synchronized Optional<Runnable> take() throws InterruptedException {
    long end = System.nanoTime() + IDLE_NANOS;
    idle++;
    try {
      for (long left = IDLE_NANOS; next.isEmpty(); left = end - System.nanoTime()) {
        if (resting || left <= 0) {
          return Optional.empty();
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return Optional.of(next.removeFirst());
    } finally {
      idle--;
    }
  }

  /// The work of a platform thread. While it waits, nothing here refers to a finished exchange,
  /// whose message may have had many MiB.
  private final class Worker implements Runnable {
    private Optional<Runnable> first;

    Worker(Runnable first) {
      this.first = Optional.of(first);
    }

    @Override
    public void run() {
      try {
        begin();
        while (goOn()) {}
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // never: exchanges keep their interrupts
      } finally {
        left();
      }
    }

    private void begin() {
      Runnable body = first.orElseThrow();
      first = Optional.empty();
      body.run();
    }

    private boolean goOn() throws InterruptedException {
      Optional<Runnable> body = take();
      body.ifPresent(Runnable::run);
      return body.isPresent();
    }
  }
}
