package dev.pitstop.backend;

/// What the runs of one server have shown of the era that it speaks, so that the next one is asked
/// in the right way first (versioning page, "Backward Compatibility": "The era determination is a
/// property of the server"). Only of runs that Pitstop greets itself. In turns.
final class KnownEra {
  private enum Shown {
    NOTHING,
    /// It has answered an `initialize`.
    LEGACY,
    /// It has answered a `server/discover` as a modern one does.
    MODERN
  }

  private Shown shown = Shown.NOTHING;
  private boolean spared; // the last run died of the probe, it seems

  /// Whether a run is first asked `server/discover`, else `initialize`.
  ///
  /// @param modernFirst what is asked first of a server of which nothing is known
  boolean probeFirst(boolean modernFirst) {
    return !spared && (shown == Shown.NOTHING ? modernFirst : shown == Shown.MODERN);
  }

  /// Whether it has answered a `server/discover` when it was last asked: silence is slowness then.
  boolean modern() {
    return shown == Shown.MODERN;
  }

  void legacyShown() {
    shown = Shown.LEGACY;
    spared = false;
  }

  void modernShown() {
    shown = Shown.MODERN;
    spared = false;
  }

  /// A run ended when it had been asked `server/discover` and had answered nothing. Whether it was
  /// that which killed it, the next run shows, which is spared the probe: one that comes up is
  /// known as legacy then.
  void diedOfProbe() {
    spared = true;
  }

  /// A run ended, or was given up, that had shown nothing: if it had been spared the probe, that
  /// was not what killed the one before it.
  void notGreeted() {
    spared = false;
  }
}
