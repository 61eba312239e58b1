package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import java.util.Optional;
import java.util.function.Consumer;

/// What a fetch brought, and what it is compared with: parsed and compared on any thread.
///
/// @param round number of the fetch
/// @param known whether `before` is what the server said of itself
/// @param before what was known last
/// @param baseline empty if nothing is to be compared: at the start, where it would cost time
record CatalogLook(
    int round,
    CatalogFetch.Lists lists,
    boolean known,
    Catalog before,
    Optional<Catalog> baseline) {
  /// What was found.
  ///
  /// @param complete whether all answers were there
  record Found(
      int round,
      boolean complete,
      Catalog now,
      Catalog before,
      Diff diff,
      Catalog baseline,
      Diff since) {}

  /// Compares.
  ///
  /// @param note is told of lists that cannot be read
  @SuppressWarnings("ReferenceEquality") // immutable; equal ones are usually the same
  Found found(Consumer<String> note) {
    Catalog kept = known ? before : baseline.orElse(before);
    Catalog now = lists.catalog(kept, note);
    if (baseline.isEmpty()) {
      return new Found(round, lists.complete(), now, now, Diff.empty(), now, Diff.empty());
    }
    Catalog told = baseline.get();
    Diff diff = Diff.between(before, now);
    Diff since = told == before ? diff : Diff.between(told, now);
    return new Found(round, lists.complete(), now, before, diff, told, since);
  }
}
