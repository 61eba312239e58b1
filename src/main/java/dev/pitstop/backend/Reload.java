package dev.pitstop.backend;

import dev.pitstop.catalog.Diff;
import java.util.Optional;
import java.util.function.Consumer;

/// Somebody's wish for a reload, and what came of it.
public final class Reload {
  /// @param build what the build command said, if there is one and it ran
  /// @param diff what changed since the agent was last told, when a new incarnation serves
  /// @param failure why it does not, in words
  public record Result(
      Effect.Outcome outcome,
      Optional<Builder.Result> build,
      Optional<Diff> diff,
      Optional<Obituary> failure,
      int gen,
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
