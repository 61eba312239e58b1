package dev.pitstop.channel.http;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The threads that work for one daemon. Lasting work has a virtual thread of its own. An exchange,
/// which is usually short, is done by one of a few platform threads that wait for it: such a thread
/// is woken by the answer itself and may write to the client, each of which costs a virtual thread
/// one more switch. While all are busy, exchanges have virtual threads, too. The waiting threads
/// end when the daemon has no session. Thread-safe.
final class HttpWorkers {
  /// How many platform threads there are at most.
  static final int MOST = 4;

  /// How long one of them waits for its next exchange.
  private static final long IDLE_SECONDS = 30;

  private final ThreadFactory lasting;
  private final ThreadPoolExecutor waiting;
  private final Executor exchanges;

  /// @param lasting makes virtual threads; it or the start may throw [OutOfMemoryError]
  /// @param waiting makes platform threads, likewise
  /// @param most how many platform threads there may be
  HttpWorkers(ThreadFactory lasting, ThreadFactory waiting, int most) {
    this.lasting = lasting;
    this.waiting =
        new ThreadPoolExecutor(
            0,
            Math.max(1, most),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            waiting,
            (body, allBusy) -> lasting.newThread(body).start());
    this.exchanges = most > 0 ? this.waiting : body -> lasting.newThread(body).start();
  }

  /// The threads for a server's daemon.
  static HttpWorkers of(String name) {
    return new HttpWorkers(
        Thread.ofVirtual().name(name + " exchange").factory(),
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

  /// Runs exchanges, which throw nothing. Throws [OutOfMemoryError] if there is no memory for
  /// another thread.
  Executor exchanges() {
    return exchanges;
  }

  /// Exchanges are to come: threads wait for them.
  void begin() {
    waiting.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
  }

  /// None is to come before the next [#begin]: waiting threads end.
  void rest() {
    waiting.setKeepAliveTime(0, TimeUnit.SECONDS);
  }
}
