package dev.pitstop.project;

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

/// The SHA-256 of the last requested file, computed again only if its size, time or identity
/// changed. One caller at a time hashes, for seconds, so no virtual thread should call.
/// Thread-safe.
public final class FileHashes {
  /// The result for one file.
  ///
  /// @param hex in lower case; empty for files above 512 MiB, for unreadable files, and for
  ///   anything but regular files
  /// @param problem why there is no hash
  public record Hash(Optional<String> hex, Optional<String> problem) {
    private static Hash none(String why) {
      return new Hash(Optional.empty(), Optional.of("not hashed: " + why));
    }
  }

  /// Larger files are not hashed.
  static final long LIMIT = 512L << 20;

  // Both are guarded by this.
  private String last = ""; // the file and its state
  private Hash hash = Hash.none("no file was requested yet");

  /// Waits for the file's hash, after the hashes that other threads requested before.
  ///
  /// @param path absolute, links resolved
  public synchronized Hash of(Path path) {
    try {
      BasicFileAttributes a =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!a.isRegularFile()) {
        return Hash.none("not a regular file");
      }
      if (a.size() > LIMIT) {
        return Hash.none("larger than 512 MiB");
      }
      // the key is null on Windows
      String file = path + "\0" + a.size() + "\0" + a.lastModifiedTime() + "\0" + a.fileKey();
      if (!last.equals(file)) {
        hash = compute(path);
        last = file;
      }
      return hash;
    } catch (IOException unreadable) {
      return Hash.none(unreadable.toString()); // the next caller tries again
    }
  }

  private static Hash compute(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[64 * 1024];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
      return new Hash(Optional.of(HexFormat.of().formatHex(digest.digest())), Optional.empty());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
