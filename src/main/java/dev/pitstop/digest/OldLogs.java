package dev.pitstop.digest;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// The build logs of Pitstop processes: `build-PID.log`, and `build-PID-SERVER.log` with many
/// servers.
public final class OldLogs {
  private static final Duration KEPT = Duration.ofDays(1);

  private OldLogs() {}

  /// Removes the logs that were last written more than a day ago. A file that cannot be removed
  /// stays.
  ///
  /// @param directory must be Pitstop's own, because elsewhere a file with such a name may be the
  ///   user's
  public static void remove(Path directory) {
    Instant limit = Instant.now().minus(KEPT);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "build-*.log")) {
      for (Path file : files) {
        removeIfOlder(file, limit);
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // This only costs room on the disk, and the next process tries again.
    }
  }

  private static void removeIfOlder(Path file, Instant limit) {
    try {
      if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
        Files.delete(file);
      }
    } catch (IOException stays) {
      // Another Pitstop was faster, or there is no permission. The next process tries again.
    }
  }
}
