package dev.pitstop;

import java.util.random.RandomGenerator;

/// How often a property is tried, and with what: `./test` tries a tenth of what `./test --all`
/// does, always the same; a full run takes new seeds, and says with which one it can be repeated.
public final class Rounds {
  private static final boolean QUICK = Boolean.getBoolean("pitstop.quick");
  private static final long SHIFT = QUICK ? 0 : shift();

  private Rounds() {}

  private static long shift() {
    long fresh = RandomGenerator.getDefault().nextInt(1_000_000_000);
    long shift = Long.getLong("pitstop.seed", fresh);
    System.err.println("The seeds of this run: -Dpitstop.seed=" + shift);
    return shift;
  }

  /// @param all how many there are in a whole run
  /// @return the first of them: a tenth in the inner loop
  public static int of(int all) {
    return QUICK ? Math.max(1, all / 10) : all;
  }

  /// @param usual the seed where runs are equal
  public static long seed(long usual) {
    return usual + SHIFT;
  }
}
