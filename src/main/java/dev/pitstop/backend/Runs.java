package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.StopReason;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// What is: the lifecycle's model, and the live runs with their time to drain. {@link Core} changes
/// the model and the list; the other parts of a backend read. Called in turns of the monitor.
final class Runs {
  private final BackendParts parts;
  private final Map<Integer, LiveRun> byNumber = new LinkedHashMap<>();
  Lifecycle.Model model = Lifecycle.Model.FRESH; // changed by Core only

  Runs(BackendParts parts) {
    this.parts = parts;
  }

  Optional<LiveRun> serving() {
    OptionalInt number = model.state().serving();
    return number.isPresent() ? find(number.getAsInt()) : Optional.empty();
  }

  /// The run that takes the client's calls now. One that a reload started before the client spoke
  /// is greeted later, and takes none meanwhile.
  Optional<LiveRun> takesCalls() {
    return serving().filter(r -> !r.greeting.underWay());
  }

  boolean anotherServes(Run than) {
    return serving().filter(s -> !s.run.equals(than)).isPresent();
  }

  Optional<LiveRun> starting() {
    return model.state() instanceof State.Starting s ? find(s.gen()) : Optional.empty();
  }

  /// All live runs, including those being stopped, oldest first.
  Collection<LiveRun> live() {
    return Collections.unmodifiableCollection(byNumber.values());
  }

  Optional<LiveRun> find(int number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /// This run, unless it is over.
  Optional<LiveRun> find(Run run) {
    return find(run.number()).filter(found -> found.run.equals(run));
  }

  // What changes them.

  void add(LiveRun run) {
    byNumber.put(run.run.number(), run);
  }

  void remove(LiveRun run) {
    byNumber.remove(run.run.number());
  }

  // Draining.

  /// Lets a replaced run finish its calls within the limit, then stops it.
  void retire(LiveRun run) {
    run.run.retire();
    run.stopIfIdle();
    if (run.run.retired() && !run.run.kind().isDescribed()) {
      // the same limit in all recipes of a server
      long limit = parts.recipe().settings().drainMillis();
      CompletableFuture<Void> drained = parts.pause(limit);
      run.gone.thenRun(() -> drained.cancel(false));
      parts.after(drained, "drain", () -> run.run.stop(StopReason.REPLACED));
    }
  }

  /// Stops the replaced runs at once: the lifecycle no longer knows them.
  void stopRetired(StopReason why) {
    live().stream().filter(r -> r.run.retired()).forEach(r -> r.run.stop(why));
  }

  /// Completes in a turn when these runs are over and their calls have ended; at once if there is
  /// none.
  static CompletableFuture<Void> gone(Stream<LiveRun> which) {
    return CompletableFuture.allOf(which.map(r -> r.gone).toArray(CompletableFuture<?>[]::new));
  }
}
