package dev.pitstop.backend;

/// How much may wait for a server (L3).
///
/// @param calls how many calls may wait
/// @param bytes how many bytes they may have
/// @param millis how long a call may wait
public record HoldLimits(int calls, long bytes, long millis) {}
