package dev.pitstop.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/// Makes files that only their owner can read, because logs, builds and daemons print secrets (O2,
/// H6). Where the system has no such rights, a file inherits the access list of its directory; a
/// user's own directory is its user's.
public final class PrivateFiles {
  private static final String FILE = "rw-------";
  private static final String DIRECTORY = "rwx------";

  private PrivateFiles() {}

  /// Opens a file, which becomes its owner's alone if the options create it.
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), rights(FILE));
  }

  /// Makes the directory of a file and those above it, unless they are there.
  public static void makeDirectoryOf(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path directory = Objects.requireNonNullElse(absolute.getParent(), absolute);
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, rights(DIRECTORY));
    }
  }

  /// Makes sure that a file is there and is its owner's alone. Rights that others have in a file of
  /// an earlier version are taken away.
  ///
  /// @throws IOException if it cannot be made, or belongs to another user
  public static void make(Path file) throws IOException {
    try {
      open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
    } catch (FileAlreadyExistsException there) {
      if (posix()) {
        close(file);
      }
    }
  }

  private static void close(Path file) throws IOException {
    Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(FILE);
    if (Files.isRegularFile(file) && !wanted.containsAll(Files.getPosixFilePermissions(file))) {
      try {
        Files.setPosixFilePermissions(file, wanted);
      } catch (IOException refused) {
        if (!isOurs(file)) {
          throw new IOException(
              file + " belongs to another user; remove it, or use another --log-file", refused);
        }
        // a file system without rights: there is nothing to take away
      }
    }
  }

  private static boolean isOurs(Path file) throws IOException {
    return Files.getOwner(file)
        .equals(
            file.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(System.getProperty("user.name")));
  }

  private static FileAttribute<?>[] rights(String rights) {
    return posix()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean posix() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }
}
