package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Keeps a build's own writes from starting the next build, for ever (R6), without losing a source
/// file that the developer saved while a build ran. Nobody can see who wrote a file, so it judges
/// by what happens over several builds, and where it doubts, the next build comes *later*, not
/// never:
///
/// - A change outside a build counts at once, clears what was thought of that path, and ends the
///   chain (below).
/// - A change during a build is set aside and counts when the build is over: one more build.
/// - The same content as before the build is no change; nor is a file that came and went within it.
/// - Builds that had no other cause than changes during builds are a *chain*. Its first [#AT_ONCE]
///   builds after the one that began it follow at once; before the next ones there is a growing
///   delay, never shorter than the last build took, in which a change outside counts at once as
///   always.
/// - A path that changed in every build of the chain, up to the one after the last delay, is
///   *output*. So are new files (not those that were there before the builds) if every build of the
///   chain left one below that directory with that ending (`app.3f2a.js`): the whole [Family] then.
/// - A path that all builds write again, twice with the content of the build before, is output,
///   too: without doubt and without delay.
/// - Output that changes during a build is ignored, until it changes outside of one; a family until
///   a file of it is made outside of one.
/// - A chain in which nothing can be told from its changes ends after [#longest()] builds: then
///   what has changed in it more than once is output, and the last changes do not count.
///
/// What remains: a save that does not count is one in a build, of a file that was saved in each of
/// the four builds before, too, while nothing was saved in the two pauses between them, which are
/// as long as the builds; one that gives a file back, within one build, the content that it had
/// before; one of a new file that looks like output of which every build leaves new files; one at
/// the end of the longest chain.
///
/// Pure but for the content function and the clock; used by one thread.
final class LoopGuard {
  /// How many builds of a chain follow without a delay.
  static final int AT_ONCE = 2;

  /// How often a path must come out of a build as it came out of the one before to be output.
  private static final int REPEATS = 2;

  /// What a finished build leaves to be done.
  ///
  /// @param changed paths that count as changed, with the instant of their last change
  /// @param delay for how many nanoseconds it must be quiet before they do
  /// @param newOutput what is taken for output from now on, paths and families, sorted
  /// @param dropped what does not count because the chain is too long, sorted
  record Verdict(
      SortedMap<String, Long> changed, long delay, List<String> newOutput, List<String> dropped) {}

  /// What is known of a path that has changed in a build.
  ///
  /// @param readAt the content is this or, if the file changed just then, a later one
  /// @param byBuild whether it got it in a build
  /// @param repeats how often in a row builds gave it the content of the build before
  private record Memory(String content, long readAt, boolean byBuild, int repeats) {
    static final Memory NONE = new Memory("", 0, false, 0);

    Memory broken() {
      return new Memory(content, readAt, byBuild, 0);
    }
  }

  private final Function<String, String> contentOf;
  private final LongSupplier clock;
  private final long[] delays;

  private final Map<String, Memory> memory = new HashMap<>();
  private final Set<String> output = new HashSet<>();
  private final Set<Family> outputFamilies = new HashSet<>();

  /// Paths that were made in a build and have not changed outside since.
  private final Set<String> born = new HashSet<>();

  // The present build.
  private boolean building;
  private long startedAt;
  private final SortedMap<String, Long> touched = new TreeMap<>();
  private final Set<String> fresh = new HashSet<>(); // touched, and never seen before
  private final Set<String> gone = new HashSet<>(); // made in a build, and removed in this one

  // The chain: its builds so far but for the first, and what was touched in it.
  private boolean chained;
  private int step;
  private long quietUntil;
  private final Set<String> once = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Set<String> always = new HashSet<>();
  private final Set<Family> alwaysFresh = new HashSet<>();

  /// @param contentOf something equal for equal content (a hash), asked only for paths that have
  ///   changed during a build at least once; [Contents#GONE] for no file, the empty string for "not
  ///   known", equal to nothing
  /// @param clock the monotonic clock, in nanoseconds, that all instants are of
  /// @param delays before the builds of a chain that do not follow at once, at least one
  LoopGuard(Function<String, String> contentOf, LongSupplier clock, long... delays) {
    this.contentOf = contentOf;
    this.clock = clock;
    this.delays = delays.clone();
  }

  /// In the how-manieth build of a chain a path that changed in all of them is output.
  int proof() {
    return 1 + AT_ONCE + delays.length;
  }

  /// How many builds a chain may have.
  int longest() {
    return 2 * proof();
  }

  boolean isBuilding() {
    return building;
  }

  /// A build has begun. If the one before has not been finished, this one takes its place.
  ///
  /// @param at when: what has changed until then is seen by it
  /// @param late paths that changed after that, although they were noticed before this call
  void buildStarted(long at, List<String> late) {
    if (!building) {
      if (!chained) {
        step = 0;
      } else if (at - quietUntil >= 0) {
        step++;
      } // else asked for by hand, before the delay was over: proves less, so it is no step
    }
    building = true;
    startedAt = at;
    touched.values().removeIf(instant -> instant - at <= 0);
    fresh.retainAll(touched.keySet());
    for (String path : late) {
      touched.put(path, at);
    }
  }

  /// Takes note of a change.
  ///
  /// @return whether it counts now; otherwise it is set aside until the build has finished
  boolean changed(String path, Change change, long at) {
    if (building) {
      boolean unknown = !touched.containsKey(path) && !memory.containsKey(path);
      if (change == Change.CREATED && unknown && born.add(path)) {
        fresh.add(path);
      }
      touched.put(path, at);
      return false;
    }
    chained = false;
    born.remove(path);
    output.remove(path);
    if (change == Change.CREATED) {
      Family.of(path).forEach(outputFamilies::remove);
    }
    if (memory.containsKey(path)) {
      memory.put(path, new Memory(contentOf.apply(path), clock.getAsLong(), false, 0));
    }
    return true;
  }

  /// A build is over.
  ///
  /// @param at when it was, or later
  Verdict buildFinished(long at) {
    building = false;
    memory.replaceAll((path, old) -> touched.containsKey(path) ? old : old.broken());
    var changed = new TreeMap<String, Long>();
    var newOutput = new ArrayList<String>();
    for (Map.Entry<String, Long> one : touched.entrySet()) {
      if (!isOutput(one.getKey()) && counts(one.getKey(), newOutput)) {
        changed.put(one.getKey(), one.getValue());
      }
    }
    lengthen(changed.keySet());
    if (step + 1 >= proof()) {
      changed.keySet().removeIf(path -> isProven(path, newOutput));
    }
    List<String> dropped = List.of();
    if (step + 1 >= longest() && !changed.keySet().removeIf(path -> isRepeated(path, newOutput))) {
      dropped = List.copyOf(changed.keySet());
      changed.clear();
    }
    chained = !changed.isEmpty();
    long delay = delayAfter(at - startedAt);
    quietUntil = at + delay;
    born.removeAll(gone);
    memory.keySet().removeAll(gone);
    gone.clear();
    touched.clear();
    fresh.clear();
    newOutput.sort(null);
    return new Verdict(changed, delay, newOutput, dropped);
  }

  private boolean isOutput(String path) {
    if (output.contains(path)) {
      return true;
    }
    if (born.contains(path) && !outputFamilies.isEmpty()) {
      for (Family family : Family.of(path)) {
        if (outputFamilies.contains(family)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean counts(String path, List<String> newOutput) {
    String content = contentOf.apply(path);
    if (content.equals(Contents.GONE) && born.contains(path)) {
      gone.add(path);
      if (fresh.contains(path)) {
        return false;
      }
    }
    Memory old = memory.getOrDefault(path, Memory.NONE);
    // What was read after this build had begun may be of this build: then it says nothing.
    boolean same =
        !content.isEmpty() && content.equals(old.content()) && old.readAt() - startedAt <= 0;
    boolean repeated = same && old.byBuild();
    int repeats = old.repeats() + (repeated ? 1 : 0);
    boolean byBuild = !same || old.byBuild();
    memory.put(path, new Memory(content, clock.getAsLong(), byBuild, repeats));
    if (repeats >= REPEATS) {
      output.add(path);
      newOutput.add(path);
    }
    return !same && repeats < REPEATS;
  }

  /// Adds the build that is over to the chain.
  private void lengthen(Set<String> changed) {
    var families = new HashSet<Family>();
    for (String path : changed) {
      if (fresh.contains(path)) {
        families.addAll(Family.of(path));
      }
    }
    if (chained) {
      always.retainAll(changed);
      alwaysFresh.retainAll(families);
    } else {
      once.clear();
      again.clear();
      always.clear();
      always.addAll(changed);
      alwaysFresh.clear();
      alwaysFresh.addAll(families);
    }
    for (String path : changed) {
      if (!once.add(path)) {
        again.add(path);
      }
    }
  }

  private boolean isProven(String path, List<String> newOutput) {
    if (always.contains(path)) {
      output.add(path);
      newOutput.add(path);
      return true;
    }
    if (!born.contains(path)) {
      return false;
    }
    for (Family family : Family.of(path)) {
      if (alwaysFresh.contains(family) && alwaysFresh.stream().noneMatch(family::isWiderThan)) {
        if (outputFamilies.add(family)) {
          newOutput.add(family.toString());
        }
        return true;
      }
    }
    return false;
  }

  private boolean isRepeated(String path, List<String> newOutput) {
    boolean repeated = again.contains(path);
    if (repeated) {
      output.add(path);
      newOutput.add(path);
    }
    return repeated;
  }

  private long delayAfter(long took) {
    boolean suspicious = !always.isEmpty() || !alwaysFresh.isEmpty();
    if (!suspicious && step + 1 < proof()) {
      return 0;
    }
    int doubt = Math.min(step - AT_ONCE, delays.length - 1);
    return doubt < 0 ? 0 : Math.max(delays[doubt], took * (doubt + 1));
  }
}
