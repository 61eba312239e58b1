package dev.pitstop.backend;

import dev.pitstop.process.StopLimits;
import java.util.OptionalLong;

/// How one backend is treated. Times in milliseconds.
///
/// @param respawn L2: a crashed server is started by the next request (true), or waits for a reload
/// @param startMillis L5: how long a start may take
/// @param drainMillis R1: how long a replaced incarnation may finish what it has in flight
/// @param listMillis how long a new incarnation may take for its lists before it serves without
/// @param callMillis how long a call may wait for its answer, or for progress; empty for as long as
///   it takes
/// @param order R4
/// @param maxMessageBytes F1
public record Settings(
    boolean respawn,
    long startMillis,
    StopLimits stop,
    long drainMillis,
    long listMillis,
    HoldQueue.Limits hold,
    OptionalLong callMillis,
    State.Order order,
    int maxMessageBytes) {}
