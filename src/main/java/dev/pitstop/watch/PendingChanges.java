package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The changes that are not yet reported, and when they will be: debounced, and set aside while a
/// build runs. Every instant comes in as an argument, so this is all that there is to decide,
/// without a file or a thread. Used by one thread.
final class PendingChanges {
  private static final int MOST_NAMED = 5;

  private final Debouncer debouncer;
  private final LoopGuard guard;
  private final long settle;
  private final Consumer<String> notices;

  /// When the late writes of a build that is over end, and whether it was given up.
  private OptionalLong buildEnds = OptionalLong.empty();

  private boolean givenUp;

  /// Whether there is no other reason for the next build than changes during the last one.
  private boolean followUp;

  /// What the present build sees first, with the instants of the changes: pending again if it is
  /// given up.
  private final Map<String, Long> covered = new HashMap<>();

  /// Changed during builds, and not to be built before something else is.
  private final Map<String, Long> left = new HashMap<>();

  /// @param settle how long after a build its late writes still count as the build's, in
  ///   nanoseconds
  /// @param notices gets what the user must know each time: what is not built
  PendingChanges(Debouncer debouncer, LoopGuard guard, long settle, Consumer<String> notices) {
    this.debouncer = debouncer;
    this.guard = guard;
    this.settle = settle;
    this.notices = notices;
  }

  void changed(String path, FileChange how, long now) {
    if (guard.changed(path, how, now)) {
      followUp = false;
      debouncer.changed(path, now);
    }
  }

  /// A build that begins sees all that was noticed before: nothing of it is pending any more,
  /// unless the build is given up. One that takes the place of another covers what that one did.
  void buildStarted(long at) {
    buildEnds = OptionalLong.empty();
    // Whoever asks for a build before its follow-up was reported does so by hand.
    guard.buildStarted(at, followUp && !debouncer.isPending());
    followUp = false;
    for (Map.Entry<String, Long> one : debouncer.drain().entrySet()) {
      if (one.getValue() - at > 0) {
        guard.changed(one.getKey(), FileChange.MODIFIED, one.getValue());
      } else {
        covered.put(one.getKey(), one.getValue());
      }
    }
    covered.putAll(left);
    left.clear();
  }

  void buildFinished(long at) {
    buildOver(at, false);
  }

  /// The build ended before its time: nobody knows what it saw.
  void buildGivenUp(long at) {
    buildOver(at, true);
  }

  private void buildOver(long at, boolean early) {
    if (guard.isBuilding()) {
      buildEnds = OptionalLong.of(at + settle);
      givenUp = early;
      guard.buildOver();
    }
  }

  /// Whether a change is about to settle.
  boolean isSettling() {
    return debouncer.isPending();
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
      if (givenUp) {
        debouncer.changedBefore(guard.buildGivenUp(), now);
        debouncer.changedBefore(covered, now);
      } else {
        buildEnded(guard.buildFinished(), now);
      }
      covered.clear();
    }
    return debouncer.settle(now);
  }

  private void buildEnded(LoopGuard.Verdict verdict, long now) {
    followUp = !verdict.changed().isEmpty();
    debouncer.changedBefore(verdict.changed(), now);
    left.putAll(verdict.left());
    if (!verdict.left().isEmpty()) {
      notices.accept(
          Watches.NOT_BUILT
              + named(verdict.left().keySet())
              + " changed while it was being built, as files did in the "
              + LoopGuard.LONGEST
              + " builds before; the next build, for a change outside of one or by recompile, takes"
              + " it in");
    }
    if (!verdict.output().isEmpty()) {
      notices.accept(
          named(verdict.output())
              + " changed during "
              + (1 + LoopGuard.FOLLOW_UPS)
              + " builds in a row, so the build seems to write it: not built again, and ignored"
              + " while a build runs, until it changes outside of one");
    }
  }

  private static String named(Collection<String> paths) {
    List<String> all = new ArrayList<>(paths);
    int shown = Math.min(all.size(), MOST_NAMED);
    int more = all.size() - shown;
    return String.join(", ", all.subList(0, shown)) + (more > 0 ? " and " + more + " more" : "");
  }
}
