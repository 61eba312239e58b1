package dev.pitstop.backend;

import java.util.Optional;
import java.util.function.Consumer;

/// Somebody's wish for a reload, and what came of it.
public final class Reload {
  /// @param recipe how it was to run the server
  /// @param build what the build command said, if there is one and it ran
  /// @param run that serves now, if one was started and came up
  /// @param failure how the run ended that did not, if one was started
  /// @param secondTry whether the old one was stopped after a first try beside it had failed (R4)
  public record Result(
      Effect.Outcome outcome,
      Recipe recipe,
      Optional<Builder.Result> build,
      Optional<Run> run,
      Optional<RunEnd> failure,
      boolean secondTry) {}

  /// Follows a reload; called in a turn, except `line`.
  public interface Follower {
    /// A line of build output, on a thread of the build, outside a turn.
    void line(String text);

    void done(Result result);
  }

  /// A follower that only wants the end.
  public static Follower ended(Consumer<Result> done) {
    return new Follower() {
      @Override
      public void line(String text) {
        // this one only waits for the end
      }

      @Override
      public void done(Result result) {
        done.accept(result);
      }
    };
  }

  private Reload() {}
}
