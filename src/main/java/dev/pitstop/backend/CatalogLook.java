package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What a fetch brought, and what it is compared with: parsed and compared on any thread.
///
/// @param order a larger one has newer lists, or more of the same
/// @param known whether `before` is what the server said of itself
/// @param before what was known last
/// @param baseline empty if nothing is to be compared: at the start, where it would cost time
record CatalogLook(
    int order,
    CatalogFetch.Lists lists,
    boolean known,
    Catalog before,
    Optional<Catalog> baseline) {
  /// What was found.
  ///
  /// @param missing kinds that the run had not answered for
  /// @param unknown these, and those whose answer was of no use
  record Found(
      int order,
      Set<Kind> missing,
      Set<Kind> unknown,
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
    CatalogFetch.Read read = lists.read(kept, note);
    Catalog now = read.catalog();
    Catalog old = baseline.isEmpty() ? now : before;
    Catalog told = baseline.orElse(now);
    Diff diff = old == now ? Diff.empty() : Diff.between(old, now);
    Diff since = told == old ? diff : Diff.between(told, now);
    return new Found(order, lists.missing(), read.unknown(), now, old, diff, told, since);
  }
}
