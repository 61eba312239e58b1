package dev.pitstop.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a client is to call: the place on the PATH where `pitstop` is found, if that is we, as it
/// stays when the program behind it is updated; else the file that was called. An absolute path in
/// any case: what is started from a dock has another PATH than the shell.
public final class Launcher {
  private static final String NAME = "pitstop";

  /// What has been fetched for one call lies in a cache, which is emptied some day.
  private static final List<String> CACHES = List.of("/_npx/", "/dlx-", "/bunx-");

  private Launcher() {}

  /// The words that start Pitstop.
  ///
  /// @param called how we were called, as the launcher tells
  /// @param path the variable of this name
  /// @return empty if it is not known how we were called
  public static Optional<List<String>> words(String called, String path, String separator) {
    if (called.isEmpty()) {
      return Optional.empty();
    }
    Path ours;
    try {
      ours = Path.of(called).toAbsolutePath().normalize();
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
    for (String cache : CACHES) {
      if (ours.toString().replace('\\', '/').contains(cache)) {
        return Optional.of(List.of("npx", "-y", "pitstop-mcp"));
      }
    }
    return Optional.of(List.of(onPath(ours, path, separator).orElse(ours).toString()));
  }

  /// The first of this name on the PATH, if it is the same file.
  private static Optional<Path> onPath(Path ours, String path, String separator) {
    for (String directory : path.split(java.util.regex.Pattern.quote(separator), -1)) {
      try {
        Path there = Path.of(directory).resolve(NAME);
        if (!directory.isEmpty() && there.isAbsolute() && Files.isExecutable(there)) {
          return there.toRealPath().equals(ours.toRealPath())
              ? Optional.of(there)
              : Optional.empty();
        }
      } catch (InvalidPathException | IOException notThere) {
        // what cannot be looked at is not found on the PATH either
      }
    }
    return Optional.empty();
  }
}
