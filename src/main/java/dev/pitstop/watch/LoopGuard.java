package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
/// - Builds that had no other cause than changes during builds are a [Chain]. Its first two builds
///   after the one that began it follow at once. Before the next ones there is a growing delay,
///   never shorter than the last build took, if something changed in all of them or the chain is
///   long; a change outside counts at once as always.
/// - A path that changed in every build of the chain, up to the one after the last delay, is
///   *output*. So are new files (not those that were there before the builds) if every build of the
///   chain left one below that directory with that ending (`app.3f2a.js`): the whole [Family] then.
/// - A path that all builds write again, twice with the content of the build before, is output,
///   too: without doubt and without delay.
/// - Output that changes during a build is ignored, until it changes outside of one; a family until
///   a file of it is made outside of one.
/// - In the [#longest()] build of a chain what changed in any other of it is output. If there is no
///   such thing, the changes of that build do not count, and the chain is over.
///
/// What remains: a save that does not count is one in a build, of a file that was saved in each of
/// the four builds before, too, while nothing was saved in the pauses before the last two, which
/// are as long as the builds; one that gives a file back, within one build, the content that it had
/// before; one of a new file that is made in a build, among output with ever new names; one at the
/// end of the longest chain, of a file that changed in it before or if nothing else did.
///
/// Pure but for the content function and the clock; used by one thread.
final class LoopGuard {
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
  private final Chain chain;

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

  /// @param contentOf something equal for equal content (a hash), asked only for paths that have
  ///   changed during a build at least once; [Contents#GONE] for no file, the empty string for "not
  ///   known", equal to nothing
  /// @param clock the monotonic clock, in nanoseconds, that all instants are of
  /// @param delays before the builds of a chain that do not follow at once, at least one
  LoopGuard(Function<String, String> contentOf, LongSupplier clock, long... delays) {
    this.contentOf = contentOf;
    this.clock = clock;
    this.chain = new Chain(delays);
  }

  /// In the how-manieth build of a chain a path that changed in all of them is output.
  int proof() {
    return chain.proof();
  }

  /// In the how-manieth build a chain ends that shows nothing.
  int longest() {
    return chain.longest();
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
      chain.buildStarted(at);
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
    chain.end();
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
    chain.add(changed.keySet(), fresh);
    if (chain.isProof()) {
      changed.keySet().removeIf(path -> isProven(path, newOutput));
    }
    List<String> dropped = List.of();
    if (chain.isLongest() && !changed.keySet().removeIf(path -> isRepeated(path, newOutput))) {
      dropped = List.copyOf(changed.keySet());
      changed.clear();
    }
    long delay = chain.next(!changed.isEmpty(), at, at - startedAt);
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

  private boolean isProven(String path, List<String> newOutput) {
    if (chain.isInAll(path)) {
      output.add(path);
      newOutput.add(path);
      return true;
    }
    Optional<Family> family = born.contains(path) ? chain.familyInAll(path) : Optional.empty();
    if (family.isPresent() && outputFamilies.add(family.get())) {
      newOutput.add(family.get().toString());
    }
    return family.isPresent();
  }

  private boolean isRepeated(String path, List<String> newOutput) {
    boolean repeated = chain.isInSome(path);
    if (repeated) {
      output.add(path);
      newOutput.add(path);
    }
    return repeated;
  }
}
