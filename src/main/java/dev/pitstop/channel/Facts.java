package dev.pitstop.channel;

import dev.pitstop.process.BinaryInfo;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of a run from its beginning on.
///
/// @param pid of its process, if it has one
/// @param startedNanos when it began, on the scale of [System#nanoTime()]
/// @param startedMillis when it began, in milliseconds since 1970
/// @param file that it runs, as it was then; not looked at for the first run
public record Facts(
    OptionalLong pid, long startedNanos, long startedMillis, Optional<BinaryInfo> file) {
  /// Of a run that is not open yet.
  public static final Facts NONE = new Facts(OptionalLong.empty(), 0, 0, Optional.empty());
}
