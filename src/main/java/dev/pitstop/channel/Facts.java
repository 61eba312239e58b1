package dev.pitstop.channel;

import java.util.OptionalLong;

/// What is known of a run from its beginning on.
///
/// @param pid of its process, if it has one
/// @param startedNanos when it began, on the scale of [System#nanoTime()]
/// @param startedMillis when it began, in milliseconds since 1970
public record Facts(OptionalLong pid, long startedNanos, long startedMillis) {
  /// Of a run that is not open yet.
  public static final Facts NONE = new Facts(OptionalLong.empty(), 0, 0);
}
