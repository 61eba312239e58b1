package dev.pitstop.watch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Keeps a build's own writes from starting builds for ever (R6), without losing a file in silence
/// that the developer saves while a build runs. Nobody can see who wrote a file, so it goes by when
/// files change:
///
/// - A change outside a build counts at once.
/// - What changes while a build runs counts once, when the build is over: a *follow-up* build. A
///   file that comes and goes within one build is no change.
/// - A file has [#FOLLOW_UPS] of them in a row. If it changes in the last one, too, it is *output*:
///   it does not count while a build runs, until it changes outside of one.
/// - After [#LONGEST] follow-up builds in a row, of ever other files, there is no further one. What
///   changed in the last of them is *left*: it is built with the next change outside a build, or by
///   `recompile`.
///
/// What changes just after a build may be a late write of it, or a save. The first time in a row it
/// is no reason to take a file for output.
///
/// So a save is built, or it is one of a file that is output or left, which must be told.
///
/// Pure; used by one thread.
final class LoopGuard {
  /// How many builds may follow one, in a row, for changes of the same file during builds.
  static final int FOLLOW_UPS = 2;

  /// How many may for changes of any files.
  static final int LONGEST = 8;

  /// What a finished build leaves to be done; the instants are those of the last changes.
  ///
  /// @param changed what asks for a follow-up build
  /// @param left what does not, as there were too many
  /// @param output what is output from now on
  record Verdict(
      SortedMap<String, Long> changed, SortedMap<String, Long> left, Set<String> output) {}

  private final Set<String> output = new HashSet<>();

  /// Changes of the present build, with their instants, and which of the files it made.
  private final SortedMap<String, Long> during = new TreeMap<>();

  private final Set<String> made = new HashSet<>();
  private boolean building;

  /// Whether the build is over, but for its late writes; and which files changed only since then.
  private boolean over;

  private final Set<String> late = new HashSet<>();

  /// How many follow-up builds there were in this row, the present one included.
  private int followUps;

  /// In how many builds of this row a file changed.
  private final Map<String, Integer> times = new HashMap<>();

  /// What changed just after a build of this row.
  private final Set<String> lateBefore = new HashSet<>();

  boolean isBuilding() {
    return building;
  }

  /// A build has begun. If another one has not been finished, this one takes its place.
  ///
  /// @param at when: what has changed until then is seen by it
  /// @param followUp whether it has no other reason than changes during the build before
  void buildStarted(long at, boolean followUp) {
    if (!building) {
      followUps = followUp ? followUps + 1 : 0;
    }
    building = true;
    over = false;
    late.clear();
    during.values().removeIf(instant -> instant - at <= 0);
    made.retainAll(during.keySet());
  }

  /// The build has ended; late writes may follow.
  void buildOver() {
    over = true;
  }

  /// Takes note of a change.
  ///
  /// @return whether it counts now; otherwise it is set aside until the build is over
  boolean changed(String path, FileChange how, long at) {
    if (!building) {
      output.remove(path);
      return true;
    }
    if (how == FileChange.DELETED && made.remove(path)) {
      during.remove(path);
    } else {
      if (how == FileChange.CREATED && !during.containsKey(path)) {
        made.add(path);
      }
      if (over && !during.containsKey(path)) {
        late.add(path);
      }
      during.put(path, at);
    }
    return false;
  }

  /// The time for late writes is over, too.
  Verdict buildFinished() {
    SortedMap<String, Long> changed = endBuild();
    changed.keySet().removeAll(output);
    if (followUps == 0) {
      times.clear();
      lateBefore.clear();
    }
    var newOutput = new TreeSet<String>();
    for (String path : changed.keySet()) {
      boolean firstTimeLate = late.contains(path) && lateBefore.add(path);
      if (!firstTimeLate && times.merge(path, 1, Integer::sum) > FOLLOW_UPS) {
        newOutput.add(path);
      }
    }
    output.addAll(newOutput);
    changed.keySet().removeAll(newOutput);
    return followUps < LONGEST
        ? new Verdict(changed, new TreeMap<>(), newOutput)
        : new Verdict(new TreeMap<>(), changed, newOutput);
  }

  /// The build was given up before its end.
  ///
  /// @return what changed in it
  SortedMap<String, Long> buildGivenUp() {
    SortedMap<String, Long> changed = endBuild();
    changed.keySet().removeAll(output);
    return changed;
  }

  private SortedMap<String, Long> endBuild() {
    building = false;
    var changed = new TreeMap<>(during);
    during.clear();
    made.clear();
    return changed;
  }
}
