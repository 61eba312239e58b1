package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// The present attributes of a path; empty if it cannot be watched.
final class Attributes {
  private Attributes() {}

  /// The attributes of the path's target.
  static Optional<BasicFileAttributes> of(Path path) {
    return read(path);
  }

  /// The attributes of an entry of a watched directory: a regular file, a link to one, or a
  /// directory. Links to directories, FIFOs, sockets and devices are not watched.
  static Optional<BasicFileAttributes> ofEntry(Path path) {
    Optional<BasicFileAttributes> own = read(path, LinkOption.NOFOLLOW_LINKS);
    if (own.isEmpty() || !own.get().isSymbolicLink()) {
      return own.filter(entry -> !entry.isOther());
    }
    return read(path).filter(BasicFileAttributes::isRegularFile);
  }

  private static Optional<BasicFileAttributes> read(Path path, LinkOption... links) {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, links));
    } catch (IOException e) {
      // It does not exist, which is an ordinary answer; or a parent is no directory, links lead in a
      // circle, or a permission is missing. It cannot be watched.
      return Optional.empty();
    }
  }
}
