package dev.pitstop.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what another thread or process is about to do: the only way in which a test waits.
///
/// A wait that is over before that fails, always, and says what was missing. No test measures time:
/// the limit is far above all limits of Pitstop. A wait that takes more than five seconds is
/// reported as slow, even if it ends well: `./test` prints these.
public final class Await {
  /// How long anything may take before a test gives up; `-Dpitstop.await=SECONDS` for the
  /// impatient, who then must expect false alarms on a busy machine.
  public static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("pitstop.await", 60));

  private static final long SLOW_NANOS = 5_000_000_000L;

  /// What is looked at is often what works: the longer it takes, the more seldom it is disturbed.
  private static final long FIRST_PAUSE_NANOS = 50_000;

  private static final long MOST_PAUSE_NANOS = 16_000_000;

  private Await() {}

  /// Waits until the condition holds.
  public static void until(String what, BooleanSupplier condition) {
    until(condition, () -> what);
  }

  /// The same.
  ///
  /// @param what is missing; asked only when that has to be said
  public static void until(BooleanSupplier condition, Supplier<String> what) {
    if (!comesTrue(condition, what)) {
      throw inVain(what.get());
    }
  }

  /// The same, for a caller that collects what is wrong and goes on.
  ///
  /// @return whether it became true
  public static boolean comesTrue(BooleanSupplier condition, Supplier<String> what) {
    long begun = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begun > LIMIT.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(MOST_PAUSE_NANOS, pause + pause / 8);
    }
    took(begun, what);
    return true;
  }

  /// Takes one step after the other until the condition holds: lets made-up time pass, of which the
  /// others notice each step.
  public static void stepping(String what, BooleanSupplier condition, Runnable step) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begun > LIMIT.toNanos()) {
        throw inVain(what);
      }
      step.run();
      LockSupport.parkNanos(FIRST_PAUSE_NANOS);
    }
    took(begun, () -> what);
  }

  /// The next element, which must come.
  public static <T> T take(String what, BlockingQueue<T> queue) {
    List<T> taken = new ArrayList<>(1);
    within(
        what,
        nanos -> {
          T next = queue.poll(nanos, TimeUnit.NANOSECONDS);
          return next != null && taken.add(next);
        });
    return taken.getFirst();
  }

  /// The result of a future, which must come.
  public static <T> T result(String what, Future<T> future) {
    within(
        what,
        nanos -> {
          try {
            future.get(nanos, TimeUnit.NANOSECONDS);
            return true;
          } catch (TimeoutException e) {
            return false;
          } catch (ExecutionException e) {
            throw new AssertionError(what + " failed: " + e.getCause(), e.getCause());
          }
        });
    return future.resultNow();
  }

  /// Waits until a latch is open.
  public static void open(String what, CountDownLatch latch) {
    within(what, nanos -> latch.await(nanos, TimeUnit.NANOSECONDS));
  }

  /// Waits for the end of a thread.
  public static void end(String what, Thread thread) {
    within(what, nanos -> thread.join(Duration.ofNanos(nanos)));
  }

  /// Waits for the end of a process.
  public static void end(String what, Process process) {
    within(what, nanos -> process.waitFor(nanos, TimeUnit.NANOSECONDS));
  }

  /// A wait of the JDK. Returns whether it was over before this time had passed.
  private interface Wait {
    boolean forNanos(long nanos) throws InterruptedException;
  }

  private static void within(String what, Wait wait) {
    long begun = System.nanoTime();
    try {
      if (!wait.forNanos(LIMIT.toNanos())) {
        throw inVain(what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for: " + what, e);
    }
    took(begun, () -> what);
  }

  private static void took(long begun, Supplier<String> what) {
    long nanos = System.nanoTime() - begun;
    if (nanos > SLOW_NANOS) {
      System.err.println("slow wait: " + nanos / 1_000_000_000 + " s for " + what.get());
    }
  }

  private static AssertionError inVain(String what) {
    return new AssertionError("waited in vain, " + LIMIT.toSeconds() + " s, for: " + what);
  }
}
