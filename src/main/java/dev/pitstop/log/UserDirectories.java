package dev.pitstop.log;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The user's directories for Pitstop's files, where each system expects them: state for logs (O2),
/// and cache for what servers said about themselves (F6). The locations on macOS and Windows follow
/// their documentation and are untested.
///
/// Empty if there is no home directory, or if the locale cannot encode the directory's name. The
/// result never depends on the working directory.
public final class UserDirectories {
  /// The reason why a directory is missing, for the log.
  public static final String NONE =
      "no home directory, or the directory's name is not valid in this locale";

  private final String os;
  private final String javaHome;
  private final Map<String, String> environment;

  /// @param os as in the system property `os.name`
  /// @param javaHome as in `user.home`, which the JDK takes from the system's list of users; `?` if
  ///   the user is not in it
  UserDirectories(String os, String javaHome, Map<String, String> environment) {
    this.os = os.toLowerCase(Locale.ROOT);
    this.javaHome = javaHome;
    this.environment = environment;
  }

  /// The directories of this user on this machine.
  public static UserDirectories ours() {
    return new UserDirectories(
        System.getProperty("os.name", ""), System.getProperty("user.home", ""), System.getenv());
  }

  /// The directory for logs.
  public Optional<Path> state() {
    return directory("XDG_STATE_HOME", "Library/Logs", "log", ".local/state");
  }

  /// The log file, unless `--log-file` names another.
  public Optional<Path> logFile() {
    Optional<Path> directory = state();
    return directory.isPresent() ? Optional.of(directory.get().resolve("pitstop.log")) : directory;
  }

  /// The directory for files that may be deleted at any time.
  public Optional<Path> cache() {
    return directory("XDG_CACHE_HOME", "Library/Caches", "cache", ".cache");
  }

  // Plain code without lambdas: it is on the way to the server's start.
  private Optional<Path> directory(String xdg, String mac, String windows, String other) {
    try {
      Optional<Path> named = variable(xdg);
      if (named.isPresent()) {
        return Optional.of(named.get().resolve("pitstop"));
      }
      boolean isWindows = os.startsWith("windows");
      Optional<Path> base = variable(isWindows ? "LOCALAPPDATA" : "HOME");
      Optional<Path> home = absolute(javaHome);
      if (base.isEmpty() && home.isPresent()) {
        base = isWindows ? Optional.of(home.get().resolve("AppData").resolve("Local")) : home;
      }
      if (base.isEmpty()) {
        return base;
      }
      return isWindows
          ? Optional.of(base.get().resolve("pitstop").resolve(windows))
          : Optional.of(base.get().resolve(os.startsWith("mac") ? mac : other).resolve("pitstop"));
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  private Optional<Path> variable(String name) {
    return absolute(environment.getOrDefault(name, ""));
  }

  /// The XDG specification: a relative path is invalid and to be ignored. It would be as wrong in
  /// the other variables.
  private static Optional<Path> absolute(String text) {
    Path path = Path.of(text);
    return path.isAbsolute() ? Optional.of(path) : Optional.empty();
  }
}
