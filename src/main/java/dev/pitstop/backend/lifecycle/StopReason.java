package dev.pitstop.backend.lifecycle;

import java.util.Locale;

/// Why Pitstop stopped a run.
public enum StopReason {
  /// A newer run serves in its place.
  REPLACED,
  /// It was in the way of a newer run.
  FOR_RELOAD,
  /// Somebody asked for it.
  REQUESTED,
  /// Pitstop ends.
  SHUT_DOWN,
  /// Its server was removed from the hub.
  REMOVED,
  /// Its start failed.
  ABANDONED;

  /// For the log.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
