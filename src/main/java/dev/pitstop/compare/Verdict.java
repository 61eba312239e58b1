package dev.pitstop.compare;

import java.util.Locale;

/// How an answer compares with an earlier one to the same call.
public enum Verdict {
  SAME,
  CHANGED,
  NOW_FAILS,
  NOW_WORKS,
  STILL_FAILS;

  /// The verdict as people read it.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
