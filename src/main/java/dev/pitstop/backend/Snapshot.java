package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.channel.Away;
import java.util.List;
import java.util.Optional;

/// What there is to know of a server at one moment. The runs in it are live objects: look at what
/// changes in them in the same turn.
///
/// @param state what it does
/// @param wanted whether it may be started without an explicit reload
/// @param serving the run that calls go to
/// @param starting the run that is being started, once it is there
/// @param live all runs, also those on their way out, oldest first
/// @param counts of runs
/// @param lastServed number of the run that serves, or served last; 0 if none has
/// @param previousServed number of the one that served before it; 0 if none has
/// @param inFlight calls that its runs have and have not answered, listens not counted
/// @param held calls that wait for it
/// @param reloadsWaiting how many wait for the reload that follows the present one (R5)
/// @param catalog what it offers, or last offered
/// @param listed whether that is known: the catalogue is not just empty for want of it
/// @param lastDiff what last changed in it
/// @param lastExit how the last run ended that did, a replaced one too
/// @param lastEnd the last end of a run that had not been replaced
/// @param lastServedEnd the last end of a run that had served
/// @param crashNews how many runs that served have ended by themselves
/// @param crashes the last of these ends, oldest first
/// @param trouble why the last start failed, if it did
/// @param lastBuild what came of the last build
/// @param away that a daemon was not reached when it was last tried
public record Snapshot(
    State state,
    Lifecycle.Wanted wanted,
    Optional<Run> serving,
    Optional<Run> starting,
    List<Run> live,
    History.Counts counts,
    int lastServed,
    int previousServed,
    int inFlight,
    int held,
    int reloadsWaiting,
    Catalog catalog,
    boolean listed,
    Optional<Diff> lastDiff,
    Optional<RunEnd> lastExit,
    Optional<RunEnd> lastEnd,
    Optional<RunEnd> lastServedEnd,
    long crashNews,
    List<RunEnd> crashes,
    Optional<Trouble> trouble,
    Optional<Builder.Result> lastBuild,
    Optional<Away> away) {
  /// The newest run that is not on its way out: the serving one, or the one that starts.
  public Optional<Run> newest() {
    return serving.or(() -> starting);
  }

  /// Whether a run has served in this session.
  public boolean hasServed() {
    return lastServed > 0;
  }

  /// Whether the last one to serve was the first.
  public boolean servesFirst() {
    return hasServed() && previousServed == 0;
  }

  /// How the run ended that served before the last one to serve, if it has ended; if none did, the
  /// last one that did not come up.
  public Optional<RunEnd> previousEnd() {
    return servesFirst()
        ? lastEnd.filter(e -> e.number() < lastServed)
        : lastServedEnd.filter(e -> e.number() == previousServed);
  }
}
