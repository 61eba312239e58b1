package dev.pitstop.backend.lifecycle;

import java.util.Locale;

/// Why Pitstop stopped a run.
public enum StopReason {
  /// A newer run serves in its place (R1).
  REPLACED,
  /// It was in the way of a newer run (R4).
  FOR_RELOAD,
  /// Somebody asked for it (A6).
  REQUESTED,
  /// Pitstop ends (F7).
  SHUT_DOWN,
  /// Its server was removed from the hub (M1).
  REMOVED,
  /// Its start failed (L5).
  ABANDONED;

  /// For the log.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
