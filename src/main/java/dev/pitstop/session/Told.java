package dev.pitstop.session;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.process.BinaryInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How far the agent has been told of one server: a cursor into what happened to it, and the
/// catalogue that it thinks there is (A1, A2, C3). The server knows what is, not who knows it. In
/// turns.
final class Told {
  private Catalog catalog = Catalog.empty();
  private boolean guessed; // it was given lists before the server was asked
  private boolean known; // the server was asked
  private Diff untold = Diff.empty(); // from `catalog` to what is offered now
  private Optional<Run> listed =
      Optional.empty(); // whose lists were compared when it began to serve
  private boolean whole; // all that the server has lists for has been compared
  private Diff told = Diff.empty(); // what was told of the run that was told of last
  private int run; // the newest of whose start it was told; 0: none
  private long crashes; // number of the newest of which it was told
  private final Set<Integer> crashed = new HashSet<>(); // of later ones: runs of which it was told
  private Optional<Run> reloaded = Optional.empty(); // came of a change of files
  private String files = ""; // these
  private long startedMillis; // of the last run to serve; 0: none

  /// What new catalogues are to be compared with; empty if the agent has not been told anything.
  Optional<Catalog> baseline() {
    return known || guessed ? Optional.of(catalog) : Optional.empty();
  }

  /// The client was given a list out of these in the server's place. As long as the server was not
  /// asked, they are what the agent thinks there is.
  void listed(Catalog instead) {
    if (!known) {
      guessed = true;
      catalog = instead;
    }
  }

  /// The server offers something else.
  @SuppressWarnings("ReferenceEquality") // immutable; the very one that it was told of
  void changed(CatalogChange c) {
    boolean compared = !c.first() || guessed;
    if (c.byRestart()) {
      listed = compared ? Optional.of(c.run()) : Optional.empty();
    }
    // What the server changes by itself it tells the client itself (M4); but as long as there is a
    // restart to be told, it is part of what that brought.
    boolean nothingToTell = !compared || (!c.byRestart() && catalog == c.before());
    known = true;
    whole = c.whole();
    if (nothingToTell) {
      catalog = c.now();
      untold = Diff.empty();
    } else {
      untold = catalog == c.baseline() ? c.sinceBaseline() : Diff.between(catalog, c.now());
    }
  }

  /// What changed since the agent was last told; empty if it is not known what came with this run.
  Optional<Diff> untold(Run of) {
    return isListed(of) ? Optional.of(untold) : Optional.empty();
  }

  private boolean isListed(Run of) {
    return listed.equals(Optional.of(of));
  }

  /// Whether somebody was told of the run and of all that came with it: one of several who asked.
  private boolean isAllTold(Run of) {
    return isTold(of) && isListed(of) && untold.isEmpty();
  }

  /// Whether that is all that changed, as far as it can be known.
  boolean whole() {
    return whole;
  }

  /// The same for somebody who asked for the run and is told of it beside others: they may have
  /// been told just now.
  Optional<Diff> news(Run of) {
    return isAllTold(of) ? Optional.of(told) : untold(of);
  }

  /// How runs that served ended by themselves since then; the last few, oldest first.
  List<RunEnd> untoldCrashes(Snapshot now) {
    int news = (int) Math.min(now.crashes().size(), now.crashNews() - crashes);
    List<RunEnd> untold = new ArrayList<>();
    for (RunEnd end : now.crashes().subList(now.crashes().size() - news, now.crashes().size())) {
      if (!crashed.contains(end.number())) {
        untold.add(end);
      }
    }
    return untold;
  }

  /// Whether it was told of this end by the answer to a call.
  boolean knows(RunEnd end) {
    return crashed.contains(end.number());
  }

  /// It was told of this end by the answer to a call that was lost with it.
  void toldCrash(RunEnd end) {
    crashed.add(end.number());
  }

  /// The run came of a change of these files.
  void because(Run run, String changed) {
    String before = causeOf(run);
    files = before.isEmpty() || before.equals(changed) ? changed : before + ", " + changed;
    reloaded = Optional.of(run);
  }

  /// The changed files that the run came of; empty if it did not, as far as is known.
  String causeOf(Run run) {
    return reloaded.filter(run::equals).isPresent() ? files : "";
  }

  /// A new run serves.
  ///
  /// @return whether its file was changed after the one before it had begun
  boolean serving(Run now) {
    long before = startedMillis;
    startedMillis = now.facts().startedMillis();
    Optional<BinaryInfo> file = now.facts().file();
    return before > 0 && file.isPresent() && file.get().mtimeMillis() > before;
  }

  /// Whether the agent knows that this run, or a later one, was started.
  boolean isTold(Run of) {
    return of.number() <= run;
  }

  /// The agent has been told that this run was started, what came with it, and how those before
  /// ended.
  ///
  /// @param now what there is now
  void told(Run of, Snapshot now) {
    if (!isAllTold(of)) {
      told = isListed(of) ? untold : Diff.empty();
    }
    if (isListed(of)) {
      catalog = now.catalog();
      untold = Diff.empty();
    }
    run = of.number();
    toldCrashes(now);
  }

  /// The agent has been told how those ended that ended by themselves, but of no start since.
  void toldCrashes(Snapshot now) {
    crashes = now.crashNews();
    crashed.clear();
  }
}
