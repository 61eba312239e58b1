package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The state of one run's lists: what it was asked, what is known, and what nobody has been told
/// yet. Called in turns of the monitor.
final class RunLists {
  private int round; // number of its newest fetch
  private int taken; // order of the last result taken
  private Set<Kind> unknown = Set.of(); // which lists that result did not bring
  private final EnumSet<Kind> owed = EnumSet.noneOf(Kind.class); // came with it; nobody was told
  private boolean outdated; // they changed after it was asked, and it does not serve yet
  private Optional<CatalogLook.Found> found = Optional.empty(); // until it serves
  boolean late; // it was asked, and brought no usable list in time
  boolean resting; // it was just asked because its lists changed
  boolean again; // they changed again meanwhile

  /// It is being asked.
  ///
  /// @return number of the fetch, from 1
  int ask() {
    outdated = false;
    return ++round;
  }

  /// How often it was asked.
  int round() {
    return round;
  }

  /// A late result of a fetch is newer than the fetch, and older than the next.
  static int order(int round, boolean behind) {
    return 2 * round + (behind ? 1 : 0);
  }

  /// They changed, and it does not serve yet.
  void outdate() {
    outdated = true;
  }

  boolean outdated() {
    return outdated;
  }

  /// Whether this is newer than what is known.
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

  /// This is the latest result now.
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
    return round > 0 && taken >= order(round, false);
  }

  /// Whether everything that it listed last is known.
  boolean whole() {
    return newest() && unknown.isEmpty();
  }

  /// Whether its latest list of this kind is known.
  boolean compared(Kind kind) {
    return newest() && !unknown.contains(kind) && !again && !outdated;
  }
}
