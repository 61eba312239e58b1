package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// What is known of one run's lists: which fetches were begun, what they brought, and which changes
/// nobody has been told yet. {@link CatalogKeeper} does the rest. Called in turns of the monitor.
final class RunLists {
  /// The pause between two fetches: at first, and at most.
  static final long PAUSE_MILLIS = 250;

  static final long MAX_PAUSE_MILLIS = 32_000;

  int fetches; // how many were begun
  int looked; // the latest of them whose lists were looked at
  CompletableFuture<Void> fetched = new CompletableFuture<>(); // the latest is known, or late
  Optional<CatalogLook> kept = Optional.empty(); // the latest look, until the run serves
  boolean again; // the lists changed after the newest fetch began
  boolean resting; // the run was just asked, because its lists changed
  long pause = PAUSE_MILLIS; // longer while they change whenever it is asked
  private int taken; // the fetch of the look taken last
  private Set<Kind> unknown = Set.of(); // which lists that look did not bring
  private final EnumSet<Kind> owed =
      EnumSet.noneOf(Kind.class); // kinds that came with the run; nobody was told

  /// A fetch begins.
  ///
  /// @param over completes when it is over, or late
  /// @return number of the fetch, from 1
  int begin(CompletableFuture<Void> over) {
    again = false;
    fetched = over;
    return ++fetches;
  }

  boolean underWay() {
    return again || (fetches > 0 && !fetched.isDone());
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
    taken = now.fetch();
    unknown = now.unknown();
    boolean news = !now.missing().containsAll(owed);
    if (isNewest() && !again) {
      owed.retainAll(now.missing());
    }
    return news;
  }

  private boolean isNewest() {
    return fetches > 0 && taken == fetches;
  }

  /// Whether every list of the run is known as of its last fetch.
  boolean whole() {
    return isNewest() && unknown.isEmpty();
  }
}
