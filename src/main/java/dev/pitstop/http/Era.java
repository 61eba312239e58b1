package dev.pitstop.http;

/// The two ways to speak MCP over HTTP (transports page of 2026-07-28, "Backward Compatibility").
public enum Era {
  /// 2024-11-05 to 2025-11-25: with `initialize`, and sessions if the server wants them.
  LEGACY,
  /// From 2026-07-28 on: each request is self-contained.
  MODERN
}
