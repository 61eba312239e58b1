package dev.pitstop.textedit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/// Writes a configuration file in one step: a reader sees the old text or the new text, never a
/// part of it.
public final class FileWriter {
  private FileWriter() {}

  /// Replaces the file's content with `text`, as UTF-8. Follows a symbolic link to a file. Keeps
  /// the permissions of a file; a new file gets the default ones. Blocks. Not safe for two calls at
  /// the same time with the same file.
  ///
  /// @throws IOException if writing failed; the file is then unchanged
  public static void write(Path file, String text) throws IOException {
    write(file, text, false);
  }

  /// Like [#write(Path, String)].
  ///
  /// @param closed whether only the owner may read a new file
  public static void write(Path file, String text, boolean closed) throws IOException {
    Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file;
    Path fresh =
        target.resolveSibling(
            ".%s.%d-%d.tmp"
                .formatted(
                    target.getFileName(),
                    ProcessHandle.current().pid(),
                    Thread.currentThread().threadId()));
    Files.deleteIfExists(fresh); // left over from a killed process with the same pid
    try {
      // The move must not be on the disk before the content.
      try (OutputStream out =
          Files.newOutputStream(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC)) {
        Optional<Set<PosixFilePermission>> permissions = permissions(target, closed);
        if (permissions.isPresent()) { // before any secret is in the file
          Files.setPosixFilePermissions(fresh, permissions.get());
        }
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static Optional<Set<PosixFilePermission>> permissions(Path target, boolean closed)
      throws IOException {
    if (Files.getFileAttributeView(target, PosixFileAttributeView.class) == null) {
      return Optional.empty();
    }
    if (Files.exists(target)) {
      return Optional.of(Files.getPosixFilePermissions(target));
    }
    return closed
        ? Optional.of(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
        : Optional.empty();
  }
}
