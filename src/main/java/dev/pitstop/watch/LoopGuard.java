package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// Keeps a build's own writes from starting the next build, for ever (R6), without losing a source
/// file that the developer saved while a build ran. Nobody can see who wrote a file, so it judges
/// by what happens over several builds:
///
/// - A change outside a build always counts, and clears what was thought of that path.
/// - A path that changes during a build is set aside, and counts once the build is over: one more
///   build follows. That is the price of not losing a save: a build that writes into watched, not
///   ignored directories runs twice, once.
/// - If a following build writes the path again with the same content, the path is *output*. So it
///   is if its content differs but it has changed in [#LIMIT] builds in a row without a change
///   outside (a generator that writes the time of day). Two in a row could still be a developer who
///   saves faster than the build is.
/// - Output that changes during a build is ignored from then on, until it changes outside a build.
/// - A build that rewrites a file with the content a developer gave it (a formatter with nothing to
///   do) has not changed it.
///
/// - Some builds write ever new names (`app.3f2a.js`): after [#CHAIN] builds in a row that each
///   left changes behind, with no change outside, changes during builds do not count until one
///   outside does.
///
/// So every chain of builds that feed themselves ends after at most [#CHAIN] builds. Pure but for
/// the content function; used by one thread.
final class LoopGuard {
  /// In how many builds in a row a path with ever new content may change before it counts as
  /// output.
  static final int LIMIT = 3;

  /// How many builds in a row may ask for one more.
  static final int CHAIN = 5;

  /// What a finished build leaves to be done.
  ///
  /// @param changed paths that count as changed, with the instant of their last change
  /// @param newOutput paths that are taken for output from now on, sorted
  /// @param exhausted whether changes were dropped because the chain is too long
  record Verdict(SortedMap<String, Long> changed, List<String> newOutput, boolean exhausted) {}

  private record Memory(int streak, String content, boolean output) {}

  private final Function<String, String> contentOf;
  private final Map<String, Memory> memory = new HashMap<>();
  private final SortedMap<String, Long> touched = new TreeMap<>();
  private boolean building;
  private int chain;

  /// @param contentOf something equal for equal content (a hash), asked only for paths that have
  ///   changed during a build at least once; the empty string for "not known", equal to nothing
  LoopGuard(Function<String, String> contentOf) {
    this.contentOf = contentOf;
  }

  boolean isBuilding() {
    return building;
  }

  void buildStarted() {
    building = true;
  }

  /// Takes note of a change.
  ///
  /// @param at when, in nanoseconds of the caller's clock
  /// @return whether it counts now; otherwise it is set aside until the build has finished
  boolean changed(String path, long at) {
    if (building) {
      touched.put(path, at);
      return false;
    }
    chain = 0;
    if (memory.containsKey(path)) {
      memory.put(path, new Memory(0, contentOf.apply(path), false));
    }
    return true;
  }

  Verdict buildFinished() {
    building = false;
    var changed = new TreeMap<String, Long>();
    var newOutput = new ArrayList<String>();
    // A build that leaves a path alone breaks its row; what is known as output stays output.
    memory.replaceAll((path, old) ->
        touched.containsKey(path) || old.output() ? old : new Memory(0, old.content(), false));
    for (Map.Entry<String, Long> one : touched.entrySet()) {
      if (counts(one.getKey(), newOutput)) {
        changed.put(one.getKey(), one.getValue());
      }
    }
    touched.clear();
    chain = changed.isEmpty() ? 0 : chain + 1;
    boolean exhausted = chain >= CHAIN;
    return new Verdict(exhausted ? new TreeMap<>() : changed, newOutput, exhausted);
  }

  private boolean counts(String path, List<String> newOutput) {
    String content = contentOf.apply(path);
    Memory old = memory.getOrDefault(path, new Memory(0, "", false));
    boolean same = !content.isEmpty() && content.equals(old.content());
    int streak = old.streak() + 1;
    if (old.output()) {
      memory.put(path, new Memory(streak, content, true));
    } else if (same && old.streak() == 0) {
      memory.put(path, new Memory(0, content, false));
    } else if (same || streak >= LIMIT) {
      memory.put(path, new Memory(streak, content, true));
      newOutput.add(path);
    } else {
      memory.put(path, new Memory(streak, content, false));
      return true;
    }
    return false;
  }
}
