package dev.pitstop.backend.facts;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.process.StopLimits;
import java.util.OptionalLong;

/// The settings of one backend. Times in milliseconds.
///
/// @param respawn whether the next request starts a crashed server (true), or the server waits for
///   a reload
/// @param startMillis how long a start may take
/// @param patient whether a start may take longer while somebody waits for it, because the user has
///   not set a limit
/// @param drainMillis how long a replaced run may finish its calls in flight
/// @param listMillis how long a new run may take for its lists before it serves without them
/// @param callMillis how long a call may wait for its answer or for progress; empty for no limit
/// @param order whether a reload starts the new run before it stops the old one
/// @param maxMessageBytes the longest message that is accepted
public record Settings(
    boolean respawn,
    long startMillis,
    boolean patient,
    StopLimits stop,
    long drainMillis,
    long listMillis,
    HoldLimits hold,
    OptionalLong callMillis,
    State.Order order,
    int maxMessageBytes) {
  /// How long a start may take, unless the user sets a limit.
  public static final long USUAL_START_MILLIS = 90_000;
}
