package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// What a path is now; empty if it is nothing that can be watched.
final class Attributes {
  private Attributes() {}

  /// Of what the path leads to.
  static Optional<BasicFileAttributes> of(Path path) {
    return read(path);
  }

  /// Of an entry of a watched directory, which is a regular file or a directory: a link to a
  /// directory is nothing at all, a link to a file is the file. FIFOs, sockets and devices are
  /// nothing either.
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
    } catch (NoSuchFileException | NotDirectoryException e) {
      // Not there: the ordinary answer.
      return Optional.empty();
    } catch (IOException e) {
      // "Not a directory" above it, a link loop, no permission: nothing that can be watched. (The
      // JDK reports these as FileSystemException with the system's words only.)
      return Optional.empty();
    }
  }
}
