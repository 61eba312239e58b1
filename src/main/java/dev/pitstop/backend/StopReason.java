package dev.pitstop.backend;

import java.util.Locale;

/// Why Pitstop stopped a run.
public enum StopReason {
  /// A newer one serves in its place (R1).
  REPLACED,
  /// It was in the way of a newer one (R4).
  FOR_RELOAD,
  /// Somebody asked for it (A6).
  REQUESTED,
  /// Pitstop ends (F7).
  SHUT_DOWN,
  /// Its server was taken out of the hub (M1).
  REMOVED,
  /// It did not come up (L5).
  ABANDONED;

  /// For the log.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
