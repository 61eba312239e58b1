package dev.pitstop.backend;

import dev.pitstop.process.StopLimits;
import java.util.OptionalLong;

/// How one backend is treated. Times in milliseconds.
///
/// @param respawn L2: a crashed server is started by the next request (true), or waits for a reload
/// @param startMillis L5: how long a start may take
/// @param patient L5: whether a start may take longer as long as somebody waits for it, as nobody
///   has said how long it may take
/// @param drainMillis R1: how long a replaced incarnation may finish what it has in flight
/// @param listMillis how long a new incarnation may take for its lists before it serves without
/// @param callMillis how long a call may wait for its answer, or for progress; empty for as long as
///   it takes
/// @param order R4
/// @param maxMessageBytes F1
public record Settings(
    boolean respawn,
    long startMillis,
    boolean patient,
    StopLimits stop,
    long drainMillis,
    long listMillis,
    HoldQueue.Limits hold,
    OptionalLong callMillis,
    State.Order order,
    int maxMessageBytes) {
  /// L5: how long a start may take, unless somebody says so.
  public static final long USUAL_START_MILLIS = 90_000;

  /// With a start that may take so long, and no longer.
  public Settings(
      boolean respawn,
      long startMillis,
      StopLimits stop,
      long drainMillis,
      long listMillis,
      HoldQueue.Limits hold,
      OptionalLong callMillis,
      State.Order order,
      int maxMessageBytes) {
    this(
        respawn,
        startMillis,
        false,
        stop,
        drainMillis,
        listMillis,
        hold,
        callMillis,
        order,
        maxMessageBytes);
  }
}
