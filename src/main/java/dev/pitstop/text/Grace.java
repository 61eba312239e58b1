package dev.pitstop.text;

/// The limits after which Pitstop no longer waits for others that are silent, hang, or hold a pipe.
/// Tests that are not about such a limit need not wait for it, and those on a slow machine need
/// more: `-Dpitstop.grace=PERCENT` scales all of them alike (CONTRIBUTING.md).
public final class Grace {
  private static final int PERCENT = Integer.getInteger("pitstop.grace", 100);

  private Grace() {}

  /// @param usual the limit for users, in milliseconds
  public static long millis(long usual) {
    return usual * PERCENT / 100;
  }
}
