package dev.pitstop.watch;

import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Consumer;

/// Holds the changes that are not reported yet, and decides when to report them. It debounces them,
/// and sets them aside while a build runs. Pure: every instant is an argument, and no file or
/// thread is involved. Used by one thread.
final class PendingChanges {
  private static final String NOT_BUILT = "not built: ";
  private static final int MOST_NAMED = 5;
  private static final String NO_MORE =
      " changed while the build command ran, "
          + (1 + LoopGuard.FOLLOW_UPS)
          + " times in a row. The next change or `recompile` builds it. If the build writes the"
          + " file, a watch glob that begins with `!` excludes it";

  private final Debouncer debouncer;
  private final LoopGuard guard;
  private final long settle;
  private final Consumer<String> notices;

  /// The time at which all writes of a build that is over have been noticed. The next two fields
  /// say when the build was over, and whether it was given up.
  private OptionalLong buildEnds = OptionalLong.empty();

  private long buildOver;
  private boolean givenUp;

  /// Whether changes during the last build are the only reason for the next one.
  private boolean followUp;

  /// The changes that the present build is the first to see, with their instants. They are pending
  /// again if the build is given up.
  private final Map<String, Long> covered = new HashMap<>();

  /// Files that changed during builds. They are not built until something else is.
  private final Map<String, Long> left = new HashMap<>();

  /// @param settle how long after a build its last writes may be noticed, in nanoseconds
  /// @param notices gets a message for the user each time that changes are not built
  PendingChanges(Debouncer debouncer, LoopGuard guard, long settle, Consumer<String> notices) {
    this.debouncer = debouncer;
    this.guard = guard;
    this.settle = settle;
    this.notices = notices;
  }

  /// @param at when the file changed; after a build, when it was written, if that is known
  void changed(String path, FileChange how, long at) {
    boolean since = buildEnds.isPresent() && at - buildOver > 0;
    if (since || guard.changed(path, how, at)) {
      followUp = false;
      debouncer.changed(path, at);
    }
  }

  /// Whether a build has ended and its last writes may not have been noticed yet.
  boolean awaitsLateNews() {
    return buildEnds.isPresent();
  }

  /// The files are read now. That covers all changes that were noticed before.
  void filesRead(long at) {
    guard.seen(at);
    debouncer
        .drain()
        .forEach((path, changed) -> {
          if (changed - at > 0) {
            debouncer.changed(path, changed);
          }
        });
  }

  /// A build begins. It sees all changes that were noticed before, so none of these is pending any
  /// more, unless the build is given up. A build that takes the place of another also covers what
  /// that one covered.
  void buildStarted(long at) {
    buildEnds = OptionalLong.empty();
    // A build that is asked for before its follow-up was reported is asked for by hand.
    guard.buildStarted(at, followUp && !debouncer.isPending());
    followUp = false;
    debouncer
        .drain()
        .forEach((path, changed) -> {
          if (changed - at > 0) {
            guard.changed(path, FileChange.MODIFIED, changed);
          } else {
            covered.put(path, changed);
          }
        });
    covered.putAll(left);
    left.clear();
  }

  void buildFinished(long at) {
    buildOver(at, false);
  }

  /// The build was given up. It is unknown which changes it covers.
  void buildGivenUp(long at) {
    buildOver(at, true);
  }

  private void buildOver(long at, boolean early) {
    if (guard.isBuilding()) {
      buildOver = at;
      buildEnds = OptionalLong.of(at + settle);
      givenUp = early;
    }
  }

  /// When [#advance] will have something to do, if nothing else happens.
  OptionalLong deadline() {
    return buildEnds.isPresent() ? buildEnds : debouncer.deadline();
  }

  boolean isDue(long now) {
    OptionalLong deadline = deadline();
    return deadline.isPresent() && deadline.getAsLong() - now <= 0;
  }

  /// Ends a build whose time is over, and settles changes that are quiet.
  ///
  /// @return what has settled
  Optional<Settled> advance(long now) {
    if (buildEnds.isPresent() && buildEnds.getAsLong() - now <= 0) {
      buildEnds = OptionalLong.empty();
      SortedMap<String, Long> changed = guard.buildOver();
      boolean savedSince = debouncer.isPending();
      if (givenUp || savedSince || guard.mayFollow()) {
        followUp = !givenUp && !savedSince && !changed.isEmpty();
        debouncer.changedBefore(changed, now);
        debouncer.changedBefore(givenUp ? covered : Map.of(), now);
      } else if (!changed.isEmpty()) {
        left.putAll(changed);
        List<String> paths = List.copyOf(changed.keySet());
        notices.accept(NOT_BUILT + Words.some(paths, MOST_NAMED, paths.size()) + NO_MORE);
      }
      covered.clear();
    }
    boolean duringBuild = followUp;
    return debouncer.settle(now).map(s -> new Settled(s.sample(), s.count(), duringBuild));
  }
}
