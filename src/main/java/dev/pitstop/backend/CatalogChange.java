package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import java.util.Set;

/// A newer catalogue replaced an older one.
///
/// @param before what was known until now; empty if nothing was
/// @param diff from `before` to `now`; empty if nothing was known
/// @param byRestart whether it came with a new run, so that the server itself did not announce it
/// @param whole whether the server answered for every list that it declares. If not, `now` keeps
///   the earlier content of the missing lists
/// @param unknown the lists that it has not answered, or not in a way that can be used
public record CatalogChange(
    Catalog before,
    Catalog now,
    Diff diff,
    boolean byRestart,
    Run run,
    boolean first,
    boolean whole,
    Set<Kind> unknown) {}
