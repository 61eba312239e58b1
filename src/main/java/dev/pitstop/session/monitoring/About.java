package dev.pitstop.session.monitoring;

import dev.pitstop.channel.RunKind;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.process.Surroundings;
import java.nio.file.Path;
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
  /// About a session with one server.
  ///
  /// @param display what is run, without secrets
  public static About ofOne(
      String version,
      Surroundings surroundings,
      RunKind kind,
      Supplier<String> display,
      boolean onDisk) {
    String pitstop =
        switch (kind) {
          case PROCESS -> "pitstop -- ";
          case SESSION -> "pitstop ";
          case SCHEMA -> "pitstop cli -- ";
        };
    return of(version, surroundings, () -> pitstop + display.get(), onDisk);
  }

  /// About a session with many servers.
  public static About ofMany(String version, Surroundings surroundings, boolean onDisk) {
    return of(version, surroundings, () -> "pitstop", onDisk);
  }

  private static About of(
      String version, Surroundings surroundings, Supplier<String> command, boolean onDisk) {
    long started =
        ProcessHandle.current()
            .info()
            .startInstant()
            .map(i -> i.toEpochMilli())
            .orElseGet(System::currentTimeMillis);
    return new About(
        version,
        started,
        surroundings.directory(),
        command,
        SessionPlaces.of(surroundings.environment()),
        onDisk);
  }
}
