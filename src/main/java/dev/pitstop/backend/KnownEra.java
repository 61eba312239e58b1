package dev.pitstop.backend;

/// The era that the runs of one server have shown, so that the next run is first asked in that era
/// (versioning page, "Backward Compatibility": "The era determination is a property of the
/// server"). Called in turns of the monitor.
final class KnownEra {
  private enum Shown {
    NOTHING,
    /// A run has answered an `initialize`.
    LEGACY,
    /// A run has answered a `server/discover` as a modern server.
    MODERN
  }

  private Shown shown = Shown.NOTHING;
  private boolean modernOnly; // a modern run has refused an `initialize`
  private boolean spared; // the last run seems to have died of the probe

  private void shows(Shown now, boolean only) {
    shown = now;
    modernOnly = only;
  }

  /// Whether a run is first asked `server/discover`. Otherwise it is first asked `initialize`.
  ///
  /// @param modernFirst whether an unknown server is first asked as a modern one
  boolean probeFirst(boolean modernFirst) {
    return !spared && (shown == Shown.NOTHING ? modernFirst : modern());
  }

  /// Whether the server is known as modern. Then silence means that it is slow.
  boolean modern() {
    return shown == Shown.MODERN;
  }

  /// Whether the server is known to refuse `initialize`. Others may be modern and answer it too.
  boolean modernOnly() {
    return modern() && modernOnly;
  }

  void modernOnlyShown() {
    shows(Shown.MODERN, true);
  }

  /// Whether the server is known as legacy.
  boolean legacy() {
    return shown == Shown.LEGACY;
  }

  void legacyShown() {
    shows(Shown.LEGACY, false);
    spared = false;
  }

  void modernShown() {
    shows(Shown.MODERN, modern() && modernOnly);
    spared = false;
  }

  /// A run ended after it was asked `server/discover` and had answered nothing. The next run is not
  /// asked, which shows whether the question was the reason: if that run becomes ready, the server
  /// is known as legacy.
  void diedOfProbe() {
    spared = true;
  }

  /// A run ended or was given up without showing an era. If it had not been probed, the probe was
  /// not what killed the one before.
  void notGreeted() {
    spared = false;
  }
}
