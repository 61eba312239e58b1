package dev.pitstop.mcp;

import java.util.Set;

/// The protocol's revisions that Pitstop speaks of itself (versioning page, "Terminology").
public final class Revisions {
  public static final String MODERN = "2026-07-28";
  public static final String NEWEST_LEGACY = "2025-11-25";
  public static final Set<String> LEGACY =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY);

  /// The only one that has batches.
  public static final String WITH_BATCHES = "2025-03-26";

  private Revisions() {}

  /// What a server speaks with a client that asks for `wanted` (lifecycle page, "Version
  /// Negotiation").
  public static String negotiated(String wanted) {
    return LEGACY.contains(wanted) ? wanted : NEWEST_LEGACY;
  }
}
