package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// The file that a server runs (A7): the executable, or for an interpreter the script, jar or
/// package directory that counts.
///
/// @param path absolute, links resolved where possible
/// @param size in bytes; of a directory the sum of its files
/// @param mtimeMillis last modification in milliseconds since 1970; of a directory the latest of
///   its files, byte code caches aside
/// @param sha256 in lower-case hex; empty for directories, files beyond 512 MiB, unreadable ones,
///   and when it was not asked for
/// @param version if the file carries one: a jar's manifest, `package.json`, `pyproject.toml`
/// @param problem why something is missing, for the reader; empty when nothing went wrong
public record BinaryInfo(
    Path path,
    long size,
    long mtimeMillis,
    Optional<String> sha256,
    Optional<String> version,
    Optional<String> problem) {
  /// Larger files are not hashed.
  static final long HASH_LIMIT = 512L << 20;

  private static final int BUFFER = 64 * 1024;

  /// All about the command's file; empty when there is no such file. Reads the whole file for its
  /// hash: not for hot paths.
  public static Optional<BinaryInfo> of(Command command) {
    return describe(command, true);
  }

  /// The same without the hash: a few system calls.
  public static Optional<BinaryInfo> glance(Command command) {
    return describe(command, false);
  }

  /// Whether the file was changed after a child was started, so that the child runs an older one.
  ///
  /// @param childStartedMillis see [Child#startedMillis()]
  public boolean stale(long childStartedMillis) {
    return mtimeMillis > childStartedMillis;
  }

  private static Optional<BinaryInfo> describe(Command command, boolean hash) {
    if (!(ProgramFile.of(command) instanceof Program.Own own)) {
      return Optional.empty();
    }
    Path path = real(own.file());
    Path root = real(command.directory().toAbsolutePath());
    try {
      if (Files.isDirectory(path)) {
        SourceTree tree = SourceTree.of(path);
        return Optional.of(
            new BinaryInfo(
                path,
                tree.size(),
                tree.mtimeMillis(),
                Optional.empty(),
                DeclaredVersion.of(path, root),
                tree.problem()));
      }
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      Hash sum = hash ? Hash.of(path, attributes.size()) : Hash.NOT_ASKED;
      return Optional.of(
          new BinaryInfo(
              path,
              attributes.size(),
              attributes.lastModifiedTime().toMillis(),
              sum.hex(),
              DeclaredVersion.of(path, root),
              sum.problem()));
    } catch (IOException unreadable) {
      return Optional.of(
          new BinaryInfo(
              path,
              0,
              0,
              Optional.empty(),
              Optional.empty(),
              Optional.of("cannot read " + path + ": " + unreadable)));
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException unresolvable) {
      return path.normalize(); // gone meanwhile or not permitted: its name must do
    }
  }

  private record Hash(Optional<String> hex, Optional<String> problem) {
    static final Hash NOT_ASKED = new Hash(Optional.empty(), Optional.empty());

    static Hash of(Path path, long size) {
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return new Hash(Optional.empty(), Optional.of("not hashed: not a regular file"));
      }
      if (size > HASH_LIMIT) {
        return new Hash(Optional.empty(), Optional.of("not hashed: larger than 512 MiB"));
      }
      try (InputStream in = Files.newInputStream(path)) {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[BUFFER];
        int count = in.read(buffer);
        while (count >= 0) {
          digest.update(buffer, 0, count);
          count = in.read(buffer);
        }
        return new Hash(Optional.of(HexFormat.of().formatHex(digest.digest())), Optional.empty());
      } catch (IOException unreadable) {
        return new Hash(Optional.empty(), Optional.of("not hashed: " + unreadable));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every Java has SHA-256", impossible);
      }
    }
  }
}
