package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// What is known of one run's lists: which fetches were begun, what they brought, and which changes
/// nobody has been told yet. {@link CatalogKeeper} does the rest. Called in turns of the monitor.
final class RunLists {
  int fetches; // how many were begun
  private int taken; // order of the last look taken
  private Set<Kind> unknown = Set.of(); // which lists that look did not bring
  private final EnumSet<Kind> owed =
      EnumSet.noneOf(Kind.class); // kinds that came with the run; nobody was told
  Optional<CatalogLook> kept = Optional.empty(); // the latest look, until the run serves
  boolean late; // the run brought no usable list in time
  boolean again; // the lists changed after the newest fetch began
  boolean resting; // the run was just asked, because its lists changed
  int fetching; // how many fetches are neither over nor late
  int restless; // how often in a row they changed again meanwhile

  /// A fetch begins.
  ///
  /// @return number of the fetch, from 1
  int ask() {
    again = false;
    return ++fetches;
  }

  /// The lists of a fetch that come late are newer than the fetch, and older than the next.
  ///
  /// @param behind how many looks at the fetch came before
  static int order(int fetch, int behind) {
    return (Kind.values().length + 2) * fetch + behind;
  }

  boolean isNews(CatalogLook look) {
    return look.order() > kept.map(CatalogLook::order).orElse(taken);
  }

  /// Somebody must be told what came with the run.
  void owesAll() {
    owed.addAll(EnumSet.allOf(Kind.class));
  }

  /// Takes a look, which is the latest now.
  ///
  /// @return whether it has lists that came with the run and must be told; the client knows the
  ///   others from the server
  boolean take(CatalogLook now) {
    taken = now.order();
    unknown = now.unknown();
    boolean news = !now.missing().containsAll(owed);
    if (isNewest()) {
      owed.retainAll(now.missing());
    }
    return news;
  }

  private boolean isNewest() {
    return fetches > 0 && taken >= order(fetches, 0);
  }

  /// Whether every list of the run is known as of its last fetch.
  boolean whole() {
    return isNewest() && unknown.isEmpty();
  }

  /// The lists that the run has not sent, or not in a way that can be used.
  Set<Kind> unknown() {
    return Set.copyOf(unknown);
  }

  /// Whether the run's latest list of this kind is known.
  boolean compared(Kind kind) {
    return isNewest() && !unknown.contains(kind) && !again;
  }
}
