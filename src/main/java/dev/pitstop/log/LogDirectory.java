package dev.pitstop.log;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Where the log file is by default: in the user's state directory, by each system's custom (O2).
/// The places on macOS and Windows follow their documentation and are untested.
public final class LogDirectory {
  private LogDirectory() {}

  /// The default log file of this user on this machine; empty if its name cannot be expressed in
  /// the locale.
  public static Optional<Path> defaultFile() {
    return defaultFile(
        System.getProperty("os.name", ""), System.getProperty("user.home", "."), System.getenv());
  }

  /// @param osName as in the system property `os.name`
  static Optional<Path> defaultFile(String osName, String home, Map<String, String> environment) {
    String os = osName.toLowerCase(Locale.ROOT);
    try {
      return Optional.of(directory(os, Path.of(home), environment).resolve("pitstop.log"));
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  private static Path directory(String os, Path home, Map<String, String> environment) {
    if (os.startsWith("mac")) {
      return home.resolve("Library/Logs/pitstop");
    }
    if (os.startsWith("windows")) {
      String local = environment.getOrDefault("LOCALAPPDATA", "");
      Path base = local.isEmpty() ? home.resolve("AppData").resolve("Local") : Path.of(local);
      return base.resolve("pitstop").resolve("log");
    }
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    // The XDG specification: a relative path is invalid and to be ignored.
    Path base = state.startsWith("/") ? Path.of(state) : home.resolve(".local/state");
    return base.resolve("pitstop");
  }
}
