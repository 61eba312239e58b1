package dev.pitstop.backend;

/// The era that the runs of one server have shown, so that the next run is first asked in that era
/// (versioning page, "Backward Compatibility": "The era determination is a property of the
/// server"). Called in turns of the monitor.
public final class KnownEra {
  enum Shown {
    NOTHING,
    /// A run has answered an `initialize`.
    LEGACY,
    /// A run has answered a `server/discover` as a modern server.
    MODERN,
    /// The same, after a run that had refused an `initialize`. Others may answer that, too.
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
    return shown == Shown.MODERN || shown == Shown.MODERN_ONLY;
  }

  boolean is(Shown what) {
    return shown == what;
  }

  /// A run has shown this. A server that is known to refuse `initialize` stays so when it is found
  /// modern once more.
  void shows(Shown what) {
    shown = what == Shown.MODERN && modern() ? shown : what;
    spared = false;
  }

  /// A run ended, or was given up, without showing an era.
  ///
  /// @param ofProbe whether it was asked `server/discover` and had answered nothing. The next run
  ///   is then not asked, which shows whether the question was the reason: if that run becomes
  ///   ready, the server is known as legacy. Otherwise the probe was not what killed the one before
  void spares(boolean ofProbe) {
    spared = ofProbe;
  }
}
