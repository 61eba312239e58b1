package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// When to report which changes: what the loop guard lets through, debounced, around the builds
/// that begin and end. Every instant comes in as an argument, so this is all that there is to
/// decide, without a file or a thread. Used by one thread.
final class Agenda {
  private static final int MOST_NAMED = 5;

  private final Debouncer debouncer;
  private final LoopGuard guard;
  private final long settle;
  private final Consumer<String> problems;
  private OptionalLong buildEnds = OptionalLong.empty();

  /// What the present build covers, with the instants of the changes: pending again if it is given
  /// up.
  private final Map<String, Long> covered = new HashMap<>();

  /// @param settle how long after a build its late writes still count as the build's, in
  ///   nanoseconds
  /// @param problems gets what the user should know of the guard's verdicts
  Agenda(Debouncer debouncer, LoopGuard guard, long settle, Consumer<String> problems) {
    this.debouncer = debouncer;
    this.guard = guard;
    this.settle = settle;
    this.problems = problems;
  }

  void changed(String path, Change how, long now) {
    if (guard.changed(path, how, now)) {
      debouncer.changed(path, now);
    }
  }

  /// A build that begins sees all that was noticed before: nothing of it is pending any more, were
  /// it delayed or not, unless the build is given up. One that takes the place of another covers
  /// what that one did.
  void buildStarted(long at) {
    buildEnds = OptionalLong.empty();
    var late = new ArrayList<String>();
    for (Map.Entry<String, Long> one : debouncer.drain().entrySet()) {
      if (one.getValue() - at > 0) {
        late.add(one.getKey());
      } else {
        covered.put(one.getKey(), one.getValue());
      }
    }
    guard.buildStarted(at, late);
  }

  void buildFinished(long at) {
    if (guard.isBuilding()) {
      covered.clear();
      buildEnds = OptionalLong.of(at + settle);
    }
  }

  /// The build ended before its time: nobody knows what it saw.
  void buildGivenUp(long at) {
    if (guard.isBuilding()) {
      buildEnds = OptionalLong.of(at + settle);
    }
  }

  /// Whether a change is about to settle.
  boolean isSettling() {
    return debouncer.isSettling();
  }

  /// When [#advance] will have something to do, if nothing else happens.
  OptionalLong deadline() {
    return buildEnds.isPresent() ? buildEnds : debouncer.deadline();
  }

  boolean isDue(long now) {
    OptionalLong deadline = deadline();
    return deadline.isPresent() && deadline.getAsLong() - now <= 0;
  }

  /// Does what is due.
  ///
  /// @return what has settled
  Optional<Settled> advance(long now) {
    if (buildEnds.isPresent() && buildEnds.getAsLong() - now <= 0) {
      buildEnds = OptionalLong.empty();
      LoopGuard.Verdict verdict = guard.buildFinished(now);
      tell(verdict);
      giveBack(now);
      debouncer.changedBefore(verdict.changed(), now, verdict.delay());
    }
    return debouncer.settle(now);
  }

  /// Changes outside of a build, as they were: they end the chain, and are delayed no more.
  private void giveBack(long now) {
    for (String path : covered.keySet()) {
      guard.changed(path, Change.MODIFIED, now);
    }
    debouncer.changedBefore(covered, now, 0);
    covered.clear();
  }

  private void tell(LoopGuard.Verdict verdict) {
    if (!verdict.newOutput().isEmpty()) {
      problems.accept(
          "the build writes "
              + named(verdict.newOutput())
              + ", which is watched; ignored while it builds");
    }
    if (!verdict.dropped().isEmpty()) {
      problems.accept(
          "every one of the last "
              + guard.longest()
              + " builds changed watched files, the last one "
              + named(verdict.dropped())
              + "; waiting for a change outside of a build");
    }
  }

  private static String named(List<String> paths) {
    int shown = Math.min(paths.size(), MOST_NAMED);
    int more = paths.size() - shown;
    return String.join(", ", paths.subList(0, shown)) + (more > 0 ? " and " + more + " more" : "");
  }
}
