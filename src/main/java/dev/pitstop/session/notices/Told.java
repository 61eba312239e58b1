package dev.pitstop.session.notices;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.project.BinaryInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How much the agent has been told of one server. It is a cursor into the server's history, and
/// the catalogue that the agent knows. The backend knows what happened, but not who knows it.
/// Called in turns of the monitor.
public final class Told {
  /// What the agent knows: before the server was asked, what the client was given instead.
  private Optional<Catalog> catalog = Optional.empty();

  private Optional<CatalogChange> last = Optional.empty();
  private Diff untold = Diff.empty(); // from `catalog` to the present offer
  private Optional<Run> listed =
      Optional.empty(); // the run whose lists were compared when it began to serve
  private Diff told = Diff.empty(); // the diff of the last run that was told
  private int run; // the newest run whose start was told; 0: none
  private final Set<Integer> ended = new HashSet<>(); // runs whose end was told
  private List<String> problems = List.of(); // of its schema, that were told
  private Optional<Run> reloaded = Optional.empty(); // the run that changed files caused
  private String files = ""; // these files
  private long startedMillis; // of the last run to serve; 0: none

  /// The catalogue to compare new ones with; empty if the agent has not been told anything.
  public Optional<Catalog> baseline() {
    return catalog;
  }

  /// The client was given a list from this catalogue instead of the server's. Until the server is
  /// asked, the agent knows this list.
  public void listed(Catalog instead) {
    if (last.isEmpty()) {
      catalog = Optional.of(instead);
    }
  }

  @SuppressWarnings("ReferenceEquality") // immutable; compared by identity
  void changed(CatalogChange c) {
    boolean compared = !c.first() || catalog.isPresent();
    if (c.byRestart()) {
      listed = compared ? Optional.of(c.run()) : Optional.empty();
    }
    // The server announces its own changes itself. While the agent still has to be told of a
    // restart, they count as changes that came with it.
    Catalog known = catalog.orElse(Catalog.empty());
    last = Optional.of(c);
    if (!compared || (!c.byRestart() && known == c.before())) {
      catalog = Optional.of(c.now());
      untold = Diff.empty();
    } else {
      untold = known == c.before() && !c.first() ? c.diff() : Diff.between(known, c.now());
    }
  }

  /// What changed since the agent was last told; empty if it is unknown what came with this run. If
  /// a later run has replaced it, that counts: its lists say what there is now.
  Optional<Diff> untold(Run of) {
    return isListed(of) ? Optional.of(untold) : Optional.empty();
  }

  private boolean isListed(Run of) {
    return listed.isPresent() && listed.get().number() >= of.number();
  }

  /// Whether one of several callers was told of the run and everything that came with it.
  private boolean isAllTold(Run of) {
    return of.number() <= run && isListed(of) && untold.isEmpty();
  }

  /// Whether a run is news. It is none if a command-line program describes the same tools as
  /// before, because nothing was restarted.
  boolean isNews(Run now) {
    return !now.kind().isDescribed() || untold(now).filter(Diff::isEmpty).isEmpty();
  }

  /// Whether all lists of the server have been compared, so that no other change is possible.
  boolean whole() {
    return last.filter(CatalogChange::whole).isPresent();
  }

  Set<Kind> unknown() {
    return last.map(CatalogChange::unknown).orElse(Set.of());
  }

  /// What changed, for a caller who asked for this run. Several callers may have asked, and all of
  /// them are told the same.
  public Optional<Diff> news(Run of) {
    return isAllTold(of) ? Optional.of(told) : untold(of);
  }

  /// The crashes of serving runs of which the agent has not been told; the last few, oldest first.
  List<RunEnd> untoldCrashes(Snapshot now) {
    return now.crashes().stream().filter(end -> !knows(end)).toList();
  }

  /// Whether these problems of its schema are not those that were told last.
  boolean areNew(List<String> now) {
    boolean same = now.equals(problems);
    problems = now;
    return !same;
  }

  boolean knows(RunEnd end) {
    return ended.contains(end.number());
  }

  void toldCrash(RunEnd end) {
    ended.add(end.number());
  }

  /// The run was started because these files changed.
  public void because(Run run, String changed) {
    String before = causeOf(run);
    files = before.isEmpty() || before.equals(changed) ? changed : before + ", " + changed;
    reloaded = Optional.of(run);
  }

  /// The changed files that caused the run; empty if none did, as far as known.
  public String causeOf(Run run) {
    return reloaded.filter(run::equals).isPresent() ? files : "";
  }

  /// A new run serves.
  ///
  /// @return whether its file was changed after the old run had begun
  boolean serving(Run now) {
    long before = startedMillis;
    startedMillis = now.facts().startedMillis();
    Optional<BinaryInfo> file = now.facts().file();
    return before > 0 && file.isPresent() && file.get().mtimeMillis() > before;
  }

  /// The agent has been told that this run was started, what came with it, and how earlier ones
  /// ended.
  public void told(Run of, Snapshot now) {
    if (!isAllTold(of)) {
      told = isListed(of) ? untold : Diff.empty();
    }
    if (isListed(of)) {
      catalog = Optional.of(now.catalog());
      untold = Diff.empty();
    }
    run = of.number();
    toldCrashes(now);
  }

  /// The agent has been told about the crashes, but of no start since.
  public void toldCrashes(Snapshot now) {
    now.crashes().forEach(this::toldCrash);
  }
}
