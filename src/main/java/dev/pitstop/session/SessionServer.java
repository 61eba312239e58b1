package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;

/// One server in one client's session: the server, how much this session's agent has been told of
/// it, pending notices, removed tools. Called in turns of the monitor.
record SessionServer(
    Backend backend,
    Told told,
    Notices notices,
    Departed departed,
    SchemaProblems schema,
    Stale stale,
    OpenResults results,
    Wording wording,
    Monitor monitor) {

  SessionServer(Backend backend, Wording wording, Wiring wiring) {
    this(
        backend,
        new Told(),
        new Notices(wiring.notices(), backend.name(), wiring.log()),
        new Departed(),
        new SchemaProblems(),
        wording.stale(),
        new OpenResults(),
        wording,
        wiring.monitor());
  }

  /// The client's name of one of its tools.
  String outside(String tool) {
    return wording.outside(tool);
  }

  /// A new run serves: posts a notice if that is news.
  void serving(Run now) {
    schema.serving(now, notices);
    stale.serving(notices);
    boolean otherFile = told.serving(now);
    boolean otherwise = told.untold(now).filter(d -> !d.isEmpty()).isPresent();
    if (now.number() > 1 || otherwise) {
      notices.post(RestartNotice.TAG, now.number(), new RestartNotice(this, now, otherFile));
    }
  }

  /// Whether a run is news: a command-line program that describes the same tools as before was not
  /// even restarted.
  boolean isNews(Run now) {
    return now.kind() != RunKind.SCHEMA || told.untold(now).filter(Diff::isEmpty).isEmpty();
  }

  /// The client is given lists from this catalogue instead of the server's.
  void listed(Catalog instead) {
    told.listed(instead);
    results.offered(instead);
  }

  /// A run has written text to its stdout that is not a message.
  void strayWords(Run from) {
    StdoutWords words = wording.stdoutWords();
    if (words.heard(backend, from.number())) {
      notices.post(StdoutWords.TAG, 0, words.news(backend));
    }
  }

  /// Its catalogue changed.
  void catalogChanged(CatalogChange change) {
    told.changed(change);
    results.offered(change.now());
    departed.changed(change);
  }

  /// A run is over.
  void lost(Run gone, RunEnd how) {
    if (how.kind() == RunKind.SESSION && how.neverThere() && !how.byItself()) {
      return; // nothing existed that could end
    }
    String words = Wording.endAndStatus(how);
    backend.ring().append(gone.number(), StderrRing.Kind.NOTE, words);
  }

  /// Whether its tools leave the list with this change of its state: in `report` mode those of a
  /// server that failed do, until it is reloaded (L2).
  static boolean leaves(State before, State after, boolean respawns) {
    // a crash during a build shows as one when the build has failed
    boolean was = before.serving().isPresent() || before instanceof State.Building;
    return was && !respawns && after.failed();
  }
}
