package dev.pitstop.log;

/// How much is logged. A sink takes entries of its own level and of all levels before it.
public enum Level {
  /// A sink of this level takes nothing. No entry has this level.
  OFF,
  ERROR,
  WARN,
  INFO,
  /// Adds single calls. The only level at which payloads may appear.
  DEBUG;

  /// Whether a sink of this level takes an entry of that one.
  public boolean takes(Level entry) {
    return entry != OFF && entry.compareTo(this) <= 0;
  }
}
