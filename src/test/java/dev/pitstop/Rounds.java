package dev.pitstop;

/// How often a property is tried: the inner loop (`./test --quick`) asks for fewer rounds.
public final class Rounds {
  private Rounds() {}

  /// @param all how many there are in a whole run
  /// @return the first of them: a tenth in the inner loop
  public static int of(int all) {
    return Boolean.getBoolean("pitstop.quick") ? Math.max(1, all / 10) : all;
  }
}
