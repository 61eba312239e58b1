package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a run has listed, and how it differs from what was known. Parsed and compared on any
/// thread.
///
/// @param fetch the number of the fetch that brought the lists
/// @param missing the kinds of the lists that the run had not sent
/// @param unknown the missing kinds, and the kinds with an unusable answer
/// @param now what the server offers, with the unknown kinds from `base`: unknown is not the same
///   as removed
/// @param base what was known, or what the agent was told if nothing was
/// @param known whether anything was
/// @param diff from `base` to `now`; empty if nothing was known: at the start it would cost time
record CatalogLook(
    int fetch,
    Set<Kind> missing,
    Set<Kind> unknown,
    Catalog now,
    Catalog base,
    boolean known,
    Diff diff) {
  /// Reads lists and compares them. A list that cannot be read is noted, and unknown as well.
  ///
  /// @param missing the lists that are not answered yet
  /// @param known whether anything was known
  static CatalogLook at(
      int fetch,
      Map<Kind, List<Message.Result>> pages,
      Set<Kind> missing,
      Set<Kind> refused,
      Catalog base,
      boolean known,
      BackendParts parts) {
    Catalog listed = Catalog.empty();
    Set<Kind> unknown = new HashSet<>(missing);
    unknown.addAll(refused);
    for (Map.Entry<Kind, List<Message.Result>> e : pages.entrySet()) {
      Listing listing = listing(e.getKey(), e.getValue(), parts);
      if (listing.readable()) {
        List<Entry> before = base.entries(e.getKey()); // kept if equal: later looks are cheap then
        boolean same = before.equals(listing.entries());
        listed = listed.with(e.getKey(), same ? before : listing.entries());
      } else {
        unknown.add(e.getKey());
      }
    }
    return compared(fetch, missing, unknown, listed, base, known);
  }

  private static Listing listing(Kind kind, List<Message.Result> pages, BackendParts parts) {
    Listing listing =
        Listing.parse(kind, pages.stream().map(r -> r.result().text(r.bytes())).toList());
    if (!listing.readable()) {
      String method = kind.method();
      parts.note("the answer to " + method + " could not be read; Pitstop keeps the previous list");
    }
    return listing;
  }

  /// The same lists, compared with what is known by now. That was done outside the turn, unless
  /// other lists came in between, which is rare.
  @SuppressWarnings("ReferenceEquality") // immutable; equal ones are usually the same
  CatalogLook against(Catalog newBase, boolean knownNow) {
    boolean same = base == newBase && known == knownNow;
    return same ? this : compared(fetch, missing, unknown, now, newBase, knownNow);
  }

  private static CatalogLook compared(
      int fetch,
      Set<Kind> missing,
      Set<Kind> unknown,
      Catalog listed,
      Catalog base,
      boolean known) {
    Catalog now = listed;
    for (Kind kind : unknown) {
      now = now.with(kind, base.entries(kind));
    }
    Diff diff = known ? Diff.between(base, now) : Diff.empty();
    return new CatalogLook(fetch, missing, unknown, now, base, known, diff);
  }
}
