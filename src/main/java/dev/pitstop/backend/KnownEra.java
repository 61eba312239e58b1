package dev.pitstop.backend;

/// The era that the runs of one server have shown, so that the next run is first asked in that era
/// (versioning page, "Backward Compatibility": "The era determination is a property of the
/// server"). Called in turns of the monitor.
public final class KnownEra {
  private enum Shown {
    NOTHING,
    /// A run has answered an `initialize`.
    LEGACY,
    /// A run has answered a `server/discover` as a modern server.
    MODERN,
    /// The same, after a run that had refused an `initialize`.
    MODERN_ONLY
  }

  private Shown shown = Shown.NOTHING;
  private boolean spared; // the last run seems to have died of the probe

  /// Whether a run is first asked `server/discover`. Otherwise it is first asked `initialize`.
  ///
  /// @param modernFirst whether an unknown server is first asked as a modern one
  boolean probeFirst(boolean modernFirst) {
    return !spared && (shown == Shown.NOTHING ? modernFirst : modern());
  }

  /// Whether the server is known as modern. Then silence means that it is slow.
  boolean modern() {
    return shown == Shown.MODERN || modernOnly();
  }

  /// Whether the server is known to refuse `initialize`. Others may be modern and answer it too.
  boolean modernOnly() {
    return shown == Shown.MODERN_ONLY;
  }

  void modernOnlyShown() {
    shown = Shown.MODERN_ONLY;
  }

  /// Whether the server is known as legacy.
  boolean legacy() {
    return shown == Shown.LEGACY;
  }

  void legacyShown() {
    shown = Shown.LEGACY;
    spared = false;
  }

  void modernShown() {
    shown = modernOnly() ? Shown.MODERN_ONLY : Shown.MODERN;
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
