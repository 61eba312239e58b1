package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The past of the server's runs and builds in this session: counts, the last ends, why the last
/// start failed. It does not know who has been told. A witness learns everything as it happens.
/// Called in turns of the monitor.
public final class History {
  /// Learns what happens to a server, and has no say in it. Called in turns of the monitor.
  public interface Witness {
    default void opened(Run run) {}

    default void serves(Run run) {}

    default void ended(Run run, RunEnd how) {}

    default void stateChanged(State before, State after) {}

    default void built(Builder.Result result) {}

    default void reloaded(ReloadResult result) {}

    default void catalogChanged(CatalogChange change) {}
  }

  private static final int MOST_CRASHES = 3;

  /// How many runs there were.
  ///
  /// @param opened how many were opened; failed openings and sessions that a daemon refused do not
  ///   count
  /// @param lost how many sessions with a daemon were lost, which is not a crash
  /// @param unnoticed how many others were replaced at once and are no news: they ended because
  ///   they were asked for their era
  public record Counts(int opened, int stopped, int crashed, int lost, int unnoticed) {
    /// Whether no run before this one is news.
    public boolean isFirst(Run run) {
      return run.number() == 1 + unnoticed;
    }
  }

  Witness witness = new Witness() {}; // learns what happens, also from others
  private int opened;
  private int stopped;
  private int crashed;
  private int lost;
  private int unnoticed;
  int lastServed; // number of the run that serves, or served last; 0: none
  int previousServed; // number of the run that served before it; 0: none
  Optional<RunEnd> lastExit = Optional.empty(); // of any run
  Optional<RunEnd> lastEnd = Optional.empty(); // of a run that had not been replaced
  Optional<RunEnd> lastServedEnd = Optional.empty(); // of a run that had served
  private final List<RunEnd> crashes = new ArrayList<>(); // the last ones of serving runs
  Optional<Trouble> startTrouble = Optional.empty(); // why the last start failed, if it did
  Optional<Builder.Result> lastBuild = Optional.empty();

  Counts counts() {
    return new Counts(opened, stopped, crashed, lost, unnoticed);
  }

  /// The last few crashes of serving runs, oldest first.
  List<RunEnd> crashes() {
    return List.copyOf(crashes);
  }

  void opened(Run run) {
    opened++;
    witness.opened(run);
  }

  void serves(Run run) {
    previousServed = lastServed;
    lastServed = run.number();
    startTrouble = Optional.empty();
    witness.serves(run);
  }

  void startFailed(Trouble why) {
    startTrouble = Optional.of(why);
  }

  /// @param again whether another is started at once, and this one is no news
  void ended(Run run, RunEnd how, boolean again) {
    witness.ended(run, how);
    if (how.neverThere()) {
      return;
    }
    if (again) {
      opened--;
      unnoticed++;
      return;
    }
    lastExit = Optional.of(how);
    if (!run.replaced()) {
      lastEnd = Optional.of(how);
    }
    // A replaced run may end after the one that replaced it.
    if (how.served() && lastServedEnd.filter(e -> e.number() > how.number()).isEmpty()) {
      lastServedEnd = Optional.of(how);
    }
    if (how.sessionRefused()) {
      opened--;
      return;
    }
    if (!how.byItself()) {
      stopped++;
      return;
    }
    if (how.sessionLost()) {
      lost++;
      return;
    }
    crashed++;
    if (how.served()) {
      crashes.add(how);
      if (crashes.size() > MOST_CRASHES) {
        crashes.removeFirst();
      }
    }
  }

  void built(Builder.Result result) {
    lastBuild = Optional.of(result);
    witness.built(result);
  }
}
