package dev.pitstop.backend;

/// Whoever asked for a reload, and gets its result once. Called in turns of the monitor, except
/// `line`.
public interface ReloadFollower {
  /// A line of build output, on a thread of the build, outside a turn.
  default void line(String text) {}

  void done(ReloadResult result);
}
