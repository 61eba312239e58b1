package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The state of one run's lists: which fetches were begun, what is known, and which changes nobody
/// has been told yet. Called in turns of the monitor.
final class RunLists {
  private int round; // number of the run's newest fetch
  private int taken; // order of the last result taken
  private Set<Kind> unknown = Set.of(); // which lists that result did not bring
  private final EnumSet<Kind> owed =
      EnumSet.noneOf(Kind.class); // kinds that came with the run; nobody was told
  private final EnumSet<Kind> said = EnumSet.noneOf(Kind.class); // to have changed, not asked yet
  private final EnumSet<Kind> asked = EnumSet.noneOf(Kind.class); // said before the newest fetch
  private final EnumSet<Kind> heard = EnumSet.noneOf(Kind.class); // said since the run last rested
  private boolean outdated; // the lists changed after the fetch, before the run served
  private Optional<CatalogLook.Found> found = Optional.empty(); // until the run serves
  boolean late; // the run brought no usable list in time
  int fetching; // how many fetches are neither over nor late
  boolean resting; // the run was just asked, because its lists changed
  boolean again; // the lists changed again meanwhile
  int restless; // how often in a row they did

  /// A fetch begins.
  ///
  /// @return number of the fetch, from 1
  int ask() {
    outdated = false;
    asked.addAll(said);
    said.clear();
    return ++round;
  }

  /// The run says that a list changed. Said again while the run is being asked, that counts only if
  /// the list is different: some servers say so whenever they are asked.
  void says(Kind kind) {
    if (heard.add(kind)) {
      said.add(kind);
    }
  }

  /// The run has said nothing more since it was asked.
  void quiet() {
    heard.clear();
  }

  /// The lists that the run said to have changed, if the newest of its lists are known; each once.
  Set<Kind> told() {
    EnumSet<Kind> told = EnumSet.noneOf(Kind.class);
    if (newest()) {
      told.addAll(asked);
      asked.clear();
    }
    return told;
  }

  /// How many fetches were begun.
  int round() {
    return round;
  }

  /// A late result of a fetch is newer than the fetch, and older than the next.
  ///
  /// @param behind how many results of the fetch came before
  static int order(int round, int behind) {
    return (Kind.values().length + 2) * round + behind;
  }

  /// The lists changed, and the run does not serve yet.
  void outdate() {
    outdated = true;
  }

  boolean outdated() {
    return outdated;
  }

  /// Whether a result of this order is newer than what is known.
  boolean isNews(int order) {
    return order > found.map(CatalogLook.Found::order).orElse(taken);
  }

  /// Keeps a result until the run serves.
  void keep(CatalogLook.Found until) {
    found = Optional.of(until);
  }

  /// The run serves now.
  ///
  /// @param told whether somebody must be told what came with it
  /// @return the result that was kept
  Optional<CatalogLook.Found> adopt(boolean told) {
    Optional<CatalogLook.Found> before = found;
    found = Optional.empty();
    if (told || before.isPresent()) {
      owed.addAll(EnumSet.allOf(Kind.class));
    }
    return before;
  }

  /// Takes a result, which is the latest now.
  ///
  /// @return the kinds whose news came with the run and must be told; the client knows the others
  ///   from the server
  Set<Kind> take(CatalogLook.Found now) {
    taken = now.order();
    unknown = now.unknown();
    EnumSet<Kind> news = EnumSet.copyOf(owed);
    news.removeAll(now.missing());
    if (newest() && !outdated) {
      owed.retainAll(now.missing());
    }
    return news;
  }

  private boolean newest() {
    return round > 0 && taken >= order(round, 0);
  }

  /// Whether every list of the run is known as of its last fetch.
  boolean whole() {
    return newest() && unknown.isEmpty();
  }

  /// The lists that the run has not sent, or not in a way that can be used.
  Set<Kind> unknown() {
    return Set.copyOf(unknown);
  }

  /// Whether the run's latest list of this kind is known.
  boolean compared(Kind kind) {
    return newest() && !unknown.contains(kind) && !again && !outdated;
  }
}
