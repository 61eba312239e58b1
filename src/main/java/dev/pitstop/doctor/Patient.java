package dev.pitstop.doctor;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import java.util.List;
import java.util.Optional;

/// A server to be examined.
///
/// @param name its name in the client's configuration, as far as it is known
/// @param build its build command, run by a shell
/// @param buildMillis how long the build may take
/// @param watch globs, relative to the server's directory
/// @param startMillis how long the server may take to answer
/// @param stop the time limits for stopping the server
/// @param maxMessageBytes the longest message that is read
/// @param baseline what it is compared with
public record Patient(
    String name,
    Target target,
    Optional<String> build,
    long buildMillis,
    List<String> watch,
    long startMillis,
    StopLimits stop,
    int maxMessageBytes,
    Optional<Baseline> baseline) {
  /// What its runs need.
  ///
  /// @param spawner starts its processes
  ChannelParts parts(Machine machine, Spawner spawner, StderrRing ring) {
    return new ChannelParts(
        name, spawner, stop, machine.timers(), Log.nowhere(), ring, maxMessageBytes);
  }
}
