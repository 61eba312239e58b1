package dev.pitstop.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What became of the server's incarnations and builds in this session: counts, the last ends, why
/// the last start failed; for status, notices and the texts of failed calls.
///
/// Written by {@link Supervisor} and its parts, in turns.
final class History {
  private static final int MOST_UNTOLD = 3;

  private int kills;
  private int crashes;
  private int lastServed; // generation; 0: none
  private int previousServed;
  private Optional<Obituary> lastExit = Optional.empty();
  private Optional<Obituary> lastEnd = Optional.empty();
  private Optional<Obituary> lastServedEnd = Optional.empty();
  private final List<Obituary> untoldCrashes = new ArrayList<>();
  private int told; // generation whose start the agent has been told of; 0: none
  private Optional<String> startTrouble = Optional.empty();
  private Optional<Builder.Result> lastBuild = Optional.empty();

  /// How many processes Pitstop has stopped.
  int kills() {
    return kills;
  }

  /// How many ended by themselves, or were of no use any more after they had served. One that was
  /// stopped because it did not come up is none.
  int crashes() {
    return crashes;
  }

  boolean hasServed() {
    return lastServed > 0;
  }

  /// The last end of any process.
  Optional<Obituary> lastExit() {
    return lastExit;
  }

  /// The last end of an incarnation that had not been replaced.
  Optional<Obituary> lastEnd() {
    return lastEnd;
  }

  /// Whether the last one to serve was the first.
  boolean servesFirst() {
    return hasServed() && previousServed == 0;
  }

  /// How the incarnation ended that served before the last one to serve, if it has ended; if none
  /// did, the last one that did not come up.
  Optional<Obituary> previousEnd() {
    return servesFirst()
        ? lastEnd.filter(e -> e.gen() < lastServed)
        : lastServedEnd.filter(e -> e.gen() == previousServed);
  }

  /// How incarnations that served ended by themselves since the agent was last told of a start; the
  /// last few, oldest first.
  List<Obituary> untoldCrashes() {
    return List.copyOf(untoldCrashes);
  }

  /// Whether the agent knows that this generation, or a later one, was started.
  boolean isTold(int gen) {
    return gen <= told;
  }

  /// The agent has been told that this generation was started, and what was before.
  void told(int gen) {
    told = gen;
    toldCrashes();
  }

  /// The agent has been told how those before ended.
  void toldCrashes() {
    untoldCrashes.clear();
  }

  /// The end of an incarnation that did not come up; also when there was none, as nothing could be
  /// spawned.
  Obituary failedStart(int gen) {
    return lastEnd
        .filter(e -> e.gen() == gen)
        .orElseGet(() -> Obituary.notSpawned(gen, startTrouble));
  }

  /// Why the last start failed, if it did: a clause whose subject is the server.
  Optional<String> startTrouble() {
    return startTrouble;
  }

  Optional<Builder.Result> lastBuild() {
    return lastBuild;
  }

  void serves(int gen) {
    previousServed = lastServed;
    lastServed = gen;
    startTrouble = Optional.empty();
  }

  void startFailed(String why) {
    startTrouble = Optional.of(why);
  }

  void killed() {
    kills++;
  }

  void ended(Incarnation inc, Obituary how) {
    lastExit = Optional.of(how);
    if (!inc.retired) {
      lastEnd = Optional.of(how);
    }
    // One that was replaced may end after the one in its place.
    if (inc.served && lastServedEnd.filter(e -> e.gen() > how.gen()).isEmpty()) {
      lastServedEnd = Optional.of(how);
    }
    boolean cameUp = inc.served || how.trouble().isEmpty();
    if (how.deliberate().isEmpty() && cameUp) {
      crashes++;
      if (inc.served) {
        untoldCrashes.add(how);
      }
      if (untoldCrashes.size() > MOST_UNTOLD) {
        untoldCrashes.removeFirst();
      }
    }
  }

  void built(Builder.Result result) {
    lastBuild = Optional.of(result);
  }
}
