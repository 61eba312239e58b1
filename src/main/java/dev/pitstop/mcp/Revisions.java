package dev.pitstop.mcp;

import java.util.Set;

/// The revisions that Pitstop itself speaks (versioning page, "Terminology").
public final class Revisions {
  public static final String MODERN = "2026-07-28";
  public static final String NEWEST_LEGACY = "2025-11-25";
  public static final Set<String> LEGACY =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY);

  private Revisions() {}

  /// The revision that a server speaks with a client that asks for `wanted` (lifecycle page,
  /// "Version Negotiation").
  public static String negotiated(String wanted) {
    return LEGACY.contains(wanted) ? wanted : NEWEST_LEGACY;
  }
}
