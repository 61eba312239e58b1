package dev.pitstop.cli.replay;

import dev.pitstop.compare.Noise;

/// What the options ask for.
///
/// @param all whether calls are sent that may change something
/// @param slower whether a call that became slower is a regression
/// @param ignored what does not count
record Rules(boolean all, boolean slower, Noise ignored) {
  private static final long SLOWER_MILLIS = 100;

  boolean isSlower(long was, long now) {
    return slower && now >= 2 * was && now - was >= SLOWER_MILLIS;
  }
}
