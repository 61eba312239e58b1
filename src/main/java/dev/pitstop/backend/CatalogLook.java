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
  /// @param kept what stands for these in `now`
  record Found(
      int order,
      Set<Kind> missing,
      Set<Kind> unknown,
      Catalog kept,
      Catalog now,
      Catalog before,
      Diff diff,
      Catalog baseline,
      Diff since) {
    /// What the server offers, if by now this is what is known of the rest.
    @SuppressWarnings("ReferenceEquality")
    Catalog on(Catalog newer) {
      Catalog all = now;
      if (newer != kept) {
        for (Kind kind : unknown) {
          all = all.with(kind, newer.entries(kind));
        }
      }
      return all;
    }

    /// The difference from what was known last to `to`: the one that was found outside the turn,
    /// unless another answer came between, which is rare.
    @SuppressWarnings("ReferenceEquality")
    Diff diff(Catalog from, Catalog to) {
      return from == before && to == now ? diff : Diff.between(from, to);
    }

    /// The same from what somebody was told.
    @SuppressWarnings("ReferenceEquality")
    Diff since(Catalog from, Catalog to) {
      return from == baseline && to == now ? since : Diff.between(from, to);
    }
  }

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
    return new Found(order, lists.missing(), read.unknown(), kept, now, old, diff, told, since);
  }
}
