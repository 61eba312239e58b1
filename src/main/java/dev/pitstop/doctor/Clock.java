package dev.pitstop.doctor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Time for a visit, which waits on its own thread. Tests have one whose time passes only while
/// nothing happens.
public interface Clock {
  /// Milliseconds of a clock that never goes back.
  long nowMillis();

  /// Waits for an event.
  ///
  /// @param what never completes exceptionally
  /// @return empty if the time is over
  <T> Optional<T> await(CompletableFuture<T> what, long millis);

  /// Lets a server run on without asking it anything, until it ends or the time is over.
  default void linger(CompletableFuture<?> end, long millis) {
    await(end, millis);
  }

  /// The system's clock.
  static Clock ofTheSystem() {
    return new Clock() {
      @Override
      public long nowMillis() {
        return System.nanoTime() / 1_000_000;
      }

      @Override
      public <T> Optional<T> await(CompletableFuture<T> what, long millis) {
        return what.<Optional<T>>thenApply(Optional::of)
            .completeOnTimeout(Optional.empty(), millis, TimeUnit.MILLISECONDS)
            .join();
      }
    };
  }
}
