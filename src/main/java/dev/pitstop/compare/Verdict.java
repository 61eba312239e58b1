package dev.pitstop.compare;

/// How an answer compares with an earlier one to the same call.
public enum Verdict {
  SAME("same"),
  CHANGED("changed"),
  NOW_FAILS("now fails"),
  NOW_WORKS("now works"),
  STILL_FAILS("still fails");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  /// The verdict as people read it.
  public String word() {
    return word;
  }
}
