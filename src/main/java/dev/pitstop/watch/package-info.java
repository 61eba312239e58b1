/// File watching behind one small interface (requirement R6): globs, ignore rules, a debouncer and
/// a guard against reload loops. A leaf: it knows files and time, and nothing of servers.
///
/// Start reading at {@link dev.pitstop.watch.Watches}, then `WatchLoop`, then `PendingChanges`
/// (when) and `Tree` (what).
package dev.pitstop.watch;
