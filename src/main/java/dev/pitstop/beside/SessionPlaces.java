package dev.pitstop.beside;

import dev.pitstop.log.UserDirectories;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where this user's sessions have their sockets and their journals (V1, V2).
///
/// @param sockets the directory of the sockets, which are named after the process
/// @param journals the directory of the journals
public record SessionPlaces(Path sockets, Path journals) {
  private static final String SUFFIX = ".sock";

  /// The places of this user; empty if there is no directory for them.
  public static Optional<SessionPlaces> ours() {
    return of(UserDirectories.ours().state(), System.getenv());
  }

  /// @param state Pitstop's state directory
  static Optional<SessionPlaces> of(Optional<Path> state, Map<String, String> environment) {
    if (state.isEmpty()) {
      return Optional.empty();
    }
    Path here = state.get();
    Path sockets = runtime(environment).map(r -> r.resolve("pitstop")).orElse(here.resolve("run"));
    return Optional.of(new SessionPlaces(sockets, here.resolve("sessions")));
  }

  /// The XDG specification calls a relative path invalid.
  private static Optional<Path> runtime(Map<String, String> environment) {
    try {
      return Optional.of(Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", "")))
          .filter(Path::isAbsolute);
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  /// The socket of the session of this process.
  public Path socket(long pid) {
    return sockets.resolve(pid + SUFFIX);
  }

  /// The process that a socket is named after; empty if the file is none of ours.
  public static Optional<Long> pid(Path socket) {
    String name = String.valueOf(socket.getFileName());
    if (!name.endsWith(SUFFIX) || name.length() > 24) {
      return Optional.empty();
    }
    String digits = name.substring(0, name.length() - SUFFIX.length());
    return digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.empty()
        : Optional.of(Long.parseLong(digits));
  }

  /// The journal of a session.
  ///
  /// @param started when it began, in milliseconds since 1970; the names sort by it
  public Path journal(long started, long pid) {
    return journals.resolve("%014d-%d.ndjson".formatted(started, pid));
  }
}
