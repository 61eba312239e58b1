package dev.pitstop.http;

import java.util.random.RandomGenerator;

/// Growing delays between attempts, in milliseconds. The limit doubles with each delay. The delay
/// is a random time between half the limit and the limit, so that many clients of one server do not
/// come at once. For one thread.
public final class Backoff {
  private final RandomGenerator random;
  private final long firstMillis;
  private final long mostMillis;
  private long bound;

  /// @param firstMillis the limit of the first delay, more than 0
  /// @param mostMillis the limit of any delay, not less than `firstMillis`
  public Backoff(RandomGenerator random, long firstMillis, long mostMillis) {
    this.random = random;
    this.firstMillis = firstMillis;
    this.mostMillis = mostMillis;
    this.bound = firstMillis;
  }

  /// The delay before the next attempt.
  public long next() {
    long half = bound / 2;
    long delay = bound - half + random.nextLong(half + 1);
    bound = bound > mostMillis / 2 ? mostMillis : 2 * bound;
    return delay;
  }

  /// Makes the delays start over. Call it after a success.
  public void reset() {
    bound = firstMillis;
  }
}
