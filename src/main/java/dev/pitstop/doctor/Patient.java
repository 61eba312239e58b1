package dev.pitstop.doctor;

import dev.pitstop.channel.Target;
import dev.pitstop.process.StopLimits;
import java.util.List;
import java.util.Optional;

/// A server to be looked at.
///
/// @param name in the client's configuration, as far as it is known
/// @param build its build command, run by a shell
/// @param watch globs, relative to its directory
/// @param startMillis how long it may take to answer
public record Patient(
    String name,
    Target target,
    Optional<String> build,
    long buildMillis,
    List<String> watch,
    long startMillis,
    StopLimits stop,
    int maxMessageBytes) {
  public Patient {
    watch = List.copyOf(watch);
  }
}
