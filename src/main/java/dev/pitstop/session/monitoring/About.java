package dev.pitstop.session.monitoring;

import dev.pitstop.backend.Backend;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.process.Surroundings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// What those beside a session are told about it, and where they find it.
///
/// @param version of Pitstop
/// @param started in milliseconds since 1970
/// @param directory the working directory
/// @param command how Pitstop was started, for people and without secrets
/// @param places of the socket and the journal; empty if there is no directory for them
/// @param onDisk whether the journal is written to disk
public record About(
    String version,
    long started,
    Path directory,
    Supplier<String> command,
    Optional<SessionPlaces> places,
    boolean onDisk) {
  /// @param only the server, if the session has one that it shows as it is
  public static About of(
      String version, Surroundings surroundings, Optional<Backend> only, boolean onDisk) {
    Supplier<String> command =
        () ->
            "pitstop"
                + only.map(b -> b.kind().words(" -- ", " ", " cli -- ") + b.display()).orElse("");
    Optional<Instant> started = ProcessHandle.current().info().startInstant();
    return new About(
        version,
        started.map(Instant::toEpochMilli).orElseGet(System::currentTimeMillis),
        surroundings.directory(),
        command,
        SessionPlaces.of(surroundings.environment()),
        onDisk);
  }
}
