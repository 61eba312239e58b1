package dev.pitstop.process;

/// The result of stopping a child.
///
/// @param exit how it ended
/// @param how the step of the ladder that ended it
/// @param descendantsKilled how many descendants were killed with SIGKILL
/// @param why the reason given by the caller that started the ladder
public record Stopped(Child.Exit exit, How how, int descendantsKilled, String why) {
  /// The steps of the ladder.
  public enum How {
    /// The child ended when its stdin ended.
    STDIN_CLOSED,
    /// The child ended on SIGTERM.
    TERMINATED,
    /// The child needed SIGKILL.
    KILLED,
    /// The child was already dead.
    ALREADY_DEAD,
    /// The child is still there: the operating system did not end it in time, even with SIGKILL.
    SURVIVED
  }
}
