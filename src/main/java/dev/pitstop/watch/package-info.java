/// File watching behind one small interface: globs, ignore rules, changes gathered until they are
/// quiet, and no reload loops. It knows files and time, nothing of servers or builds. Of Pitstop it
/// imports only `process`, `project` and `text`.
///
/// Start reading at {@link dev.pitstop.watch.Watcher}, then `WatchLoop`, then `PendingChanges`
/// (when) and `Tree` (what).
package dev.pitstop.watch;
