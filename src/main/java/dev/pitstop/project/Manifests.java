package dev.pitstop.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Reads manifests. Best effort: a file that cannot be read says nothing. Stateless.
final class Manifests {
  private static final long MOST_BYTES = 256 * 1024;

  private Manifests() {}

  /// A file's text in UTF-8; empty if it is no file, is larger than 256 KiB, or cannot be read. The
  /// tool that the file is for complains about that.
  static Optional<String> text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException | SecurityException unreadable) {
      return Optional.empty();
    }
  }
}
