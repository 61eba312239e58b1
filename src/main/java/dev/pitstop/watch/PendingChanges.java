package dev.pitstop.watch;

import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Holds the changes that are not reported yet, and decides when to report them: when they are
/// quiet, at the latest after a while, and not while a build runs. Pure: every instant is an
/// argument, in nanoseconds of one monotonic clock, and no file or thread is involved. Used by one
/// thread.
///
/// A build's own writes must not start builds forever. A change while the build command runs causes
/// one more build afterwards. After [#FOLLOW_UPS] such builds in a row, no further one follows.
/// Changes during the last one are built with the next other change.
final class PendingChanges {
  /// The most builds in a row that may follow for changes during builds.
  static final int FOLLOW_UPS = 2;

  private static final String NOT_BUILT = "not built: ";
  private static final int MOST_NAMED = 5;
  private static final String NO_MORE =
      " changed while the build command ran, "
          + (1 + FOLLOW_UPS)
          + " times in a row. The next change or `recompile` builds it. If the build writes the"
          + " file, a watch glob that begins with `!` excludes it";

  private final long quiet;
  private final long atMost;
  private final Consumer<String> notices;

  /// The paths with the instants of their changes, and when the first and the last of them became
  /// known.
  private final Map<String, Long> changes = new TreeMap<>();

  private long first;
  private long last;

  /// Those of them that were made since anybody has read the files.
  private final Set<String> made = new HashSet<>();

  /// Whether a build runs, or its last writes may not have been noticed yet. The next two fields
  /// say when its command ended, and whether it was given up.
  private boolean building;

  private OptionalLong buildOver = OptionalLong.empty();
  private boolean givenUp;

  /// Whether changes during the last build are the only reason for the next one, and how many such
  /// builds there were in a row, including the present one.
  private boolean followUp;

  private int followUps;

  /// The changes that the present build is the first to see. They are pending again if the build is
  /// given up.
  private final Map<String, Long> covered = new HashMap<>();

  /// Files that changed during builds. They are not built until something else is.
  private final Map<String, Long> left = new HashMap<>();

  /// @param quiet how long nothing has changed before a change is reported, and how long after a
  ///   build its last writes may be noticed
  /// @param atMost how long after its first file a change is reported at the latest
  /// @param notices gets a message for the user each time that changes are not built
  PendingChanges(long quiet, long atMost, Consumer<String> notices) {
    this.quiet = quiet;
    this.atMost = atMost;
    this.notices = notices;
  }

  /// Records a change. A file that appears and disappears before anybody reads it does not count.
  ///
  /// @param at when the file changed; after a build, when it was written, if that is known
  void changed(String path, FileChange how, long at) {
    if (how == FileChange.DELETED && made.remove(path)) {
      changes.remove(path);
      return;
    }
    if (how == FileChange.CREATED && !changes.containsKey(path)) {
      made.add(path);
    }
    followUp = false;
    add(Map.of(path, at), at);
  }

  private void add(Map<String, Long> more, long now) {
    if (!more.isEmpty()) {
      first = changes.isEmpty() ? now : first;
      last = changes.isEmpty() || now - last > 0 ? now : last; // late news are older
      changes.putAll(more);
    }
  }

  /// Whether a build has ended and its last writes may not have been noticed yet.
  boolean awaitsLateNews() {
    return buildOver.isPresent();
  }

  /// The files are read now. That covers all changes that were noticed before.
  ///
  /// @return these changes, which are no longer pending
  Map<String, Long> filesRead(long at) {
    Map<String, Long> read = new TreeMap<>(changes);
    changes.values().removeIf(instant -> instant - at <= 0);
    read.keySet().removeAll(changes.keySet());
    made.retainAll(changes.keySet());
    return read;
  }

  /// A build begins. It sees all changes that were noticed before, so none of these is pending any
  /// more, unless the build is given up. A build that takes the place of another also covers what
  /// that one covered.
  void buildStarted(long at) {
    if (!building) {
      // A build that is asked for before its follow-up was reported is asked for by hand.
      followUps = followUp && changes.isEmpty() ? followUps + 1 : 0;
    }
    building = true;
    buildOver = OptionalLong.empty();
    followUp = false;
    covered.putAll(filesRead(at));
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
    if (building) {
      buildOver = OptionalLong.of(at);
      givenUp = early;
    }
  }

  /// When [#advance] will have something to do, if nothing else happens.
  OptionalLong deadline() {
    if (building) {
      return buildOver.isPresent()
          ? OptionalLong.of(buildOver.getAsLong() + quiet)
          : OptionalLong.empty();
    }
    // Uses differences, because the value of a monotonic clock may wrap.
    return changes.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(first + Math.min(last - first + quiet, atMost));
  }

  boolean isDue(long now) {
    OptionalLong deadline = deadline();
    return deadline.isPresent() && deadline.getAsLong() - now <= 0;
  }

  /// Ends a build whose time is over, and settles changes that are quiet.
  ///
  /// @return what has settled
  Optional<Settled> advance(long now) {
    if (building && isDue(now)) {
      endBuild(now);
    }
    if (!isDue(now)) {
      return Optional.empty();
    }
    List<String> paths = List.copyOf(changes.keySet());
    changes.clear();
    made.clear();
    List<String> sample = paths.subList(0, Math.min(paths.size(), Settled.SAMPLE));
    return Optional.of(new Settled(sample, paths.size(), followUp));
  }

  private void endBuild(long now) {
    Map<String, Long> during = filesRead(buildOver.getAsLong());
    boolean savedSince = !changes.isEmpty();
    building = false;
    buildOver = OptionalLong.empty();
    first = last;
    if (givenUp || savedSince || followUps < FOLLOW_UPS) {
      followUp = !givenUp && !savedSince && !during.isEmpty();
      add(during, now);
      add(givenUp ? covered : Map.of(), now);
    } else if (!during.isEmpty()) {
      left.putAll(during);
      List<String> paths = List.copyOf(during.keySet());
      notices.accept(NOT_BUILT + Words.some(paths, MOST_NAMED, paths.size()) + NO_MORE);
    }
    covered.clear();
  }
}
