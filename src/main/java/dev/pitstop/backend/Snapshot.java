package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.channel.Away;
import java.util.List;
import java.util.Optional;

/// The state of a server at one moment. The runs in it are live objects: read what changes in them
/// in the same turn.
///
/// @param wanted whether it may be started without an explicit reload
/// @param startsOnDemand whether the next request starts the server if it is down
/// @param starting the run that is being started, once it is open
/// @param live all runs, including those being stopped, oldest first
/// @param lastServed number of the run that serves, or served last; 0 if none has
/// @param previousServed number of the run that served before it; 0 if none has
/// @param inFlight how many calls its runs have not answered, without listens
/// @param reloadsWaiting how many wait for the reload that follows the present one
/// @param catalog what it offers, or last offered
/// @param listed whether the catalogue is known; if not, `catalog` is empty because nothing was
///   listed
/// @param lastExit the last end of any run, including replaced ones
/// @param lastEnd the last end of a run that had not been replaced
/// @param lastServedEnd the last end of a run that had served
/// @param crashes how the last of the serving runs that crashed ended, oldest first
/// @param trouble why the last start failed, if it did
/// @param away set if a daemon was not reached on the last try
public record Snapshot(
    State state,
    Lifecycle.Wanted wanted,
    boolean startsOnDemand,
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
    List<RunEnd> crashes,
    Optional<Trouble> trouble,
    Optional<Builder.Result> lastBuild,
    Optional<Away> away) {
  /// The newest run that is not being stopped: the serving one, or the one that starts.
  public Optional<Run> newest() {
    return serving.or(() -> starting);
  }

  public boolean hasServed() {
    return lastServed > 0;
  }

  /// Whether the last run that served was the first.
  public boolean servesFirst() {
    return hasServed() && previousServed == 0;
  }

  /// How the run before the last serving one ended, if it has. If the last serving run was the
  /// first: the end of the last start that failed before it.
  public Optional<RunEnd> previousEnd() {
    return servesFirst()
        ? lastEnd.filter(e -> e.number() < lastServed)
        : lastServedEnd.filter(e -> e.number() == previousServed);
  }
}
