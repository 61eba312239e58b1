package dev.pitstop.monitoring;

import dev.pitstop.log.UserDirectories;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where this user's sessions have their sockets and their journals.
///
/// @param sockets the directory of the sockets, which are named after the process
/// @param journals the directory of the journals
public record SessionPlaces(Path sockets, Path journals) {
  private static final String SUFFIX = ".sock";
  private static final int MOST_DIGITS = 18; // they fit a long

  /// The places of this user; empty if there is no directory for them.
  ///
  /// @param environment with the variables that name directories
  public static Optional<SessionPlaces> of(Map<String, String> environment) {
    UserDirectories user = UserDirectories.of(environment);
    return user.state()
        .map(
            s -> new SessionPlaces(user.runtime().orElse(s.resolve("run")), s.resolve("sessions")));
  }

  /// The socket of the session of this process.
  public Path socket(long pid) {
    return sockets.resolve(pid + SUFFIX);
  }

  /// The process that a socket is named after; empty if the file is none of ours.
  public static Optional<Long> pid(Path socket) {
    String name = String.valueOf(socket.getFileName());
    String pid = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
    return Words.isNumber(pid, MOST_DIGITS) ? Optional.of(Long.parseLong(pid)) : Optional.empty();
  }

  /// The journal of a session.
  ///
  /// @param started when it began, in milliseconds since 1970; the names sort by it
  public Path journal(long started, long pid) {
    String time = String.valueOf(started); // no format with `%d`: a session begins with this
    String zeros = "0".repeat(Math.max(0, 14 - time.length()));
    return journals.resolve(zeros + time + "-" + pid + ".ndjson");
  }
}
