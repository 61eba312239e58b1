package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Message;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The result of a fetch, and the catalogues to compare it with. Parsed and compared on any thread.
///
/// @param order results with a larger order have newer lists, or more lists of the same fetch
/// @param known whether `before` comes from the server itself
/// @param before the catalogue known last
/// @param baseline the catalogue that the agent knows; empty to skip the comparison at the start,
///   where it would cost time
record CatalogLook(
    int order,
    CatalogFetch.Lists lists,
    boolean known,
    Catalog before,
    Optional<Catalog> baseline) {
  /// The result of the comparison.
  ///
  /// @param missing the kinds of the lists that the run had not sent
  /// @param unknown the missing kinds, and the kinds with an unusable answer
  /// @param kept the catalogue from which `now` has the unknown kinds
  /// @param diff from `before` to `now`
  /// @param since from `baseline` to `now`
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
    /// The server's catalogue, with the unknown kinds from `newer`, the catalogue known by now.
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

    /// The difference from the catalogue known last to `to`. It was computed outside the turn,
    /// unless another answer came in between, which is rare.
    @SuppressWarnings("ReferenceEquality")
    Diff diff(Catalog from, Catalog to) {
      return from == before && to == now ? diff : Diff.between(from, to);
    }

    /// The difference from the catalogue that the agent knows to `to`.
    @SuppressWarnings("ReferenceEquality")
    Diff since(Catalog from, Catalog to) {
      return from == baseline && to == now ? since : Diff.between(from, to);
    }
  }

  /// Reads the lists and compares them. Unknown lists keep their earlier content. A list that
  /// cannot be read is unknown too, and noted.
  @SuppressWarnings("ReferenceEquality") // immutable; equal ones are usually the same
  Found found(BackendParts parts) {
    Catalog kept = known ? before : baseline.orElse(before);
    Catalog now = Catalog.empty();
    EnumSet<Kind> unknown = EnumSet.noneOf(Kind.class);
    unknown.addAll(lists.missing());
    unknown.addAll(lists.refused().keySet());
    for (Map.Entry<Kind, List<Message.Result>> e : lists.pages().entrySet()) {
      Listing listing = listing(e.getKey(), e.getValue(), parts);
      if (listing.readable()) {
        now = now.with(e.getKey(), listing.entries());
      } else {
        unknown.add(e.getKey());
      }
    }
    for (Kind kind : unknown) {
      now = now.with(kind, kept.entries(kind)); // unknown is not the same as removed
    }
    Catalog old = baseline.isEmpty() ? now : before;
    Catalog told = baseline.orElse(now);
    Diff diff = old == now ? Diff.empty() : Diff.between(old, now);
    Diff since = told == old ? diff : Diff.between(told, now);
    return new Found(order, lists.missing(), unknown, kept, now, old, diff, told, since);
  }

  private static Listing listing(Kind kind, List<Message.Result> pages, BackendParts parts) {
    Listing listing =
        Listing.parse(kind, pages.stream().map(r -> r.result().text(r.bytes())).toList());
    String method = CatalogFetch.method(kind);
    if (!listing.doubles().isEmpty()) {
      String names = String.join(", ", listing.doubles());
      parts.note(method + " names " + names + " more than once; Pitstop shows the first");
    }
    if (!listing.readable()) {
      parts.note("the answer to " + method + " could not be read; Pitstop keeps the previous list");
    }
    return listing;
  }
}
