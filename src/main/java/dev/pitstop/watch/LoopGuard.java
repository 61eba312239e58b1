package dev.pitstop.watch;

import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps a build's own writes from starting builds forever.
///
/// A change while the build command runs causes one more build afterwards. After [#FOLLOW_UPS] such
/// builds in a row, no further one follows. Changes during the last one are built with the next
/// other change.
///
/// Pure; used by one thread.
final class LoopGuard {
  /// The most builds in a row that may follow for changes during builds.
  static final int FOLLOW_UPS = 2;

  /// Changes during the present build, with their instants. The next field says which of the files
  /// the build made.
  private final SortedMap<String, Long> during = new TreeMap<>();

  private final Set<String> made = new HashSet<>();
  private boolean building;

  /// How many follow-up builds there were in a row, including the present one.
  private int followUps;

  boolean isBuilding() {
    return building;
  }

  /// Whether a build may follow for changes during the last one.
  boolean mayFollow() {
    return followUps < FOLLOW_UPS;
  }

  /// A build has begun. If another one has not been finished, this one takes its place.
  ///
  /// @param at when it began; it sees what has changed until then
  /// @param followUp whether changes during the build before are its only reason
  void buildStarted(long at, boolean followUp) {
    if (!building) {
      followUps = followUp ? followUps + 1 : 0;
    }
    building = true;
    seen(at);
  }

  /// All changes until now have been read, so they need no build.
  void seen(long at) {
    during.values().removeIf(instant -> instant - at <= 0);
    made.retainAll(during.keySet());
  }

  /// Records a change. A file that appears and disappears within one build does not count.
  ///
  /// @return whether it counts now; otherwise it is set aside until the build is over
  boolean changed(String path, FileChange how, long at) {
    if (!building) {
      return true;
    }
    if (how == FileChange.DELETED && made.remove(path)) {
      during.remove(path);
    } else {
      if (how == FileChange.CREATED && !during.containsKey(path)) {
        made.add(path);
      }
      during.put(path, at);
    }
    return false;
  }

  /// The build is over.
  ///
  /// @return what changed during the build, with the instants
  SortedMap<String, Long> buildOver() {
    building = false;
    var changed = new TreeMap<>(during);
    during.clear();
    made.clear();
    return changed;
  }
}
