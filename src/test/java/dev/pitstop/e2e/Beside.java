package dev.pitstop.e2e;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/// Plays cases of one rule at the same time: for those that mostly wait for a limit to pass.
final class Beside {
  private Beside() {}

  /// Each case has a thread of its own. Fails with the first that failed, and says which it is.
  static <T> void each(List<T> cases, Consumer<T> test) {
    List<CompletableFuture<Void>> all =
        cases.stream()
            .map(each ->
                CompletableFuture.runAsync(
                    () -> test.accept(each), task -> Thread.ofPlatform().start(task)))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      try {
        all.get(i).join();
      } catch (CompletionException e) {
        throw new AssertionError(cases.get(i) + ": " + e.getCause(), e.getCause());
      }
    }
  }
}
