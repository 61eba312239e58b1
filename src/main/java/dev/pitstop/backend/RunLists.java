package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// How it stands with the lists of one run: what it was asked, what of it is known, and what nobody
/// has been told of yet. In turns.
final class RunLists {
  private int round; // number of its newest fetch
  private int taken; // order of what was taken last
  private Set<Kind> unknown = Set.of(); // which lists that did not bring
  private final EnumSet<Kind> owed = EnumSet.noneOf(Kind.class); // came with it; nobody was told
  private boolean outdated; // they changed since it was asked, and it does not serve yet
  private Optional<CatalogLook.Found> found = Optional.empty(); // until it serves
  boolean late; // it was asked, and has brought none that can be used in time
  boolean resting; // it was asked because its lists changed, just now
  boolean again; // they changed once more meanwhile

  /// It is asked now.
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

  /// What came behind a fetch is newer than it, and older than the next.
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

  /// To be taken when it serves.
  void keep(CatalogLook.Found until) {
    found = Optional.of(until);
  }

  /// It serves now.
  ///
  /// @param told whether somebody is to be told what came with it
  /// @return what was found of it before
  Optional<CatalogLook.Found> adopt(boolean told) {
    Optional<CatalogLook.Found> before = found;
    found = Optional.empty();
    if (told || before.isPresent()) {
      owed.addAll(EnumSet.allOf(Kind.class));
    }
    return before;
  }

  /// This is what is known now.
  ///
  /// @return the kinds of which somebody is to be told what came with the run: what the server says
  ///   of the others itself, the client has
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

  /// Whether all is known that it listed when it was asked last.
  boolean whole() {
    return newest() && unknown.isEmpty();
  }

  /// Whether what it lists of this kind is known, as far as it has said that it changed.
  boolean compared(Kind kind) {
    return newest() && !unknown.contains(kind) && !again && !outdated;
  }
}
