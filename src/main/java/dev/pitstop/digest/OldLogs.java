package dev.pitstop.digest;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The build logs of Pitstop processes: `build-PID.log`, and `build-PID-SERVER.log` with many
/// servers.
public final class OldLogs {
  private static final long KEPT_MILLIS = 24 * 3_600_000;

  private OldLogs() {}

  /// Removes the logs that were last written more than a day ago. A file that cannot be removed
  /// stays.
  ///
  /// @param directory must be Pitstop's own, because elsewhere a file with such a name may be the
  ///   user's
  public static void remove(Path directory) {
    long limit = System.currentTimeMillis() - KEPT_MILLIS;
    try (Stream<Path> files = Files.list(directory)) {
      files
          .map(Path::toFile)
          .filter(f -> f.getName().matches("build-.*\\.log") && f.lastModified() < limit)
          .forEach(File::delete);
    } catch (IOException | UncheckedIOException unreadable) {
      // This only costs room on the disk, and the next process tries again.
    }
  }
}
