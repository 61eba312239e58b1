package dev.pitstop.backend.facts;

/// How much may wait for a server.
///
/// @param calls how many calls may wait
/// @param bytes how many bytes of messages may be kept for it, if there are no longer messages
/// @param millis how long a call may wait
public record HoldLimits(int calls, long bytes, long millis) {}
