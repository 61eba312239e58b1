package dev.pitstop.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The command that a client calls to start Pitstop: the `pitstop` on the PATH if it is this
/// program, because that path survives updates; otherwise the file that was called. The path is
/// always absolute, because a client started from a dock has another PATH than the shell.
public final class Launcher {
  private static final String NAME = "pitstop";

  /// Caches of package runners, which are emptied some day.
  private static final List<String> CACHES = List.of("/_npx/", "/dlx-", "/bunx-");

  private Launcher() {}

  /// The words that start Pitstop.
  ///
  /// @param called the absolute path under which Pitstop was called, as its launcher reports it
  /// @param path the value of `PATH`
  /// @param separator between directories in `PATH`
  /// @return empty if `called` is unknown
  public static Optional<List<String>> words(String called, String path, String separator) {
    if (called.isEmpty()) {
      return Optional.empty();
    }
    Path ours;
    try {
      ours = Path.of(called).normalize();
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
    return Optional.of(
        CACHES.stream().anyMatch(ours.toString().replace('\\', '/')::contains)
            ? List.of("npx", "-y", "pitstop-mcp")
            : List.of(onPath(ours, path, separator).orElse(ours).toString()));
  }

  /// The first `pitstop` on the PATH, if it is the same file.
  private static Optional<Path> onPath(Path ours, String path, String separator) {
    for (String directory : path.split(Pattern.quote(separator), -1)) {
      try {
        Path there = Path.of(directory).resolve(NAME);
        if (!directory.isEmpty() && there.isAbsolute() && Files.isExecutable(there)) {
          return there.toRealPath().equals(ours.toRealPath())
              ? Optional.of(there)
              : Optional.empty();
        }
      } catch (InvalidPathException | IOException notThere) {
        // an unreadable directory has nothing on the PATH
      }
    }
    return Optional.empty();
  }
}
