package dev.pitstop.watch;

/// A problem with watching files, for the user.
///
/// @param text without a full stop at its end
public record WatchProblem(Kind kind, String text) {
  /// What may solve it.
  public enum Kind {
    /// A glob matches no file yet: a change solves it.
    NO_FILE,
    /// Files changed during builds and wait to be built: the next build solves it.
    NOT_BUILT,
    /// Anything else.
    OTHER
  }

  public static WatchProblem other(String text) {
    return new WatchProblem(Kind.OTHER, text);
  }
}
