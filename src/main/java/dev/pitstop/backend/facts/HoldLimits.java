package dev.pitstop.backend.facts;

/// How much may wait for a server.
///
/// @param bytes how many bytes of messages may be kept for it, if there are no longer messages
public record HoldLimits(int calls, long bytes, long millis) {}
