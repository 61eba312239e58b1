package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;

/// A newer catalogue took the place of an older one.
///
/// @param before what was known until now; empty if nothing was
/// @param now what the server offers
/// @param diff from `before` to `now`; empty if nothing was known
/// @param baseline what the session asked to have compared with too: what its agent knows of
/// @param sinceBaseline from `baseline` to `now`
/// @param byRestart whether it came with a new run: the client has not heard of it from the server
///   itself
/// @param run that offers it
/// @param first whether the server had not been asked before
/// @param whole whether the server has listed all that it has lists for: if not, `now` has what was
///   known before in the place of the rest
public record CatalogChange(
    Catalog before,
    Catalog now,
    Diff diff,
    Catalog baseline,
    Diff sinceBaseline,
    boolean byRestart,
    Run run,
    boolean first,
    boolean whole) {}
