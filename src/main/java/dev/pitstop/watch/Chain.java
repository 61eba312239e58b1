package dev.pitstop.watch;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Builds in a row that had no other cause than what changed during the one before them: how many,
/// what they have in common, and when the next one may come. Pure; used by one thread.
final class Chain {
  /// How many builds follow the first one without a delay.
  static final int AT_ONCE = 2;

  private final long[] delays;
  private boolean goesOn;
  private int step; // of the present build; the first one's is 0
  private long quietUntil;

  private final Set<String> once = new HashSet<>();
  private final Set<String> again = new HashSet<>();
  private final Set<String> always = new HashSet<>();
  private final Set<Family> alwaysFresh = new HashSet<>();

  /// @param delays in nanoseconds, before the builds that do not follow at once, at least one
  Chain(long[] delays) {
    this.delays = delays.clone();
  }

  /// In the how-manieth build a path that changed in all of them is output.
  int proof() {
    return 1 + AT_ONCE + delays.length;
  }

  /// In the how-manieth build a path that changed in any other is.
  int longest() {
    return 2 * proof();
  }

  boolean isProof() {
    return step + 1 >= proof();
  }

  boolean isLongest() {
    return step + 1 >= longest();
  }

  /// Something has changed outside a build: the next one has that cause.
  void end() {
    goesOn = false;
  }

  /// A build has begun. One that was asked for by hand before its delay was over proves less, so it
  /// is no step.
  void buildStarted(long at) {
    if (!goesOn) {
      step = 0;
    } else if (at - quietUntil >= 0) {
      step++;
    }
  }

  /// A build is over.
  ///
  /// @param changed what has changed in it
  /// @param fresh which of that was never seen before
  void add(Set<String> changed, Set<String> fresh) {
    var families = new HashSet<Family>();
    for (String path : changed) {
      if (fresh.contains(path)) {
        families.addAll(Family.of(path));
      }
    }
    if (goesOn) {
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

  /// Whether all builds changed it.
  boolean isInAll(String path) {
    return always.contains(path);
  }

  /// Whether more than one build changed it.
  boolean isInSome(String path) {
    return again.contains(path);
  }

  /// The closest family of a path of which all builds made new files.
  Optional<Family> familyInAll(String path) {
    for (Family family : Family.of(path)) {
      if (alwaysFresh.contains(family) && alwaysFresh.stream().noneMatch(family::isWiderThan)) {
        return Optional.of(family);
      }
    }
    return Optional.empty();
  }

  /// After a build: whether another follows for what it changed, and how long it must be quiet
  /// before. Without anything that all builds changed, only long chains have to wait.
  ///
  /// @param took how long the build took; the delay is at least as long, the next one twice
  long next(boolean follows, long at, long took) {
    goesOn = follows;
    boolean suspicious = isProof() || !always.isEmpty() || !alwaysFresh.isEmpty();
    int doubt = suspicious ? Math.min(step - AT_ONCE, delays.length - 1) : -1;
    long delay = doubt < 0 ? 0 : Math.max(delays[doubt], took * (doubt + 1));
    quietUntil = at + delay;
    return delay;
  }
}
