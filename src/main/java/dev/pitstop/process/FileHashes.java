package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// SHA-256 of files, each computed once as long as the file stays the same by size, time and
/// identity. Hashing is done by one platform thread at a time: on virtual threads, which share
/// their few carriers, it would hold up every tool for seconds (F4). Safe for use by all threads.
public final class FileHashes {
  /// The outcome for one file.
  ///
  /// @param hex in lower case; empty for files beyond 512 MiB, unreadable and irregular ones
  /// @param problem why there is none
  public record Hash(Optional<String> hex, Optional<String> problem) {
    private static Hash none(String why) {
      return new Hash(Optional.empty(), Optional.of("not hashed: " + why));
    }
  }

  /// Larger files are not hashed.
  static final long LIMIT = 512L << 20;

  private static final int BUFFER = 64 * 1024;

  /// A server has one file, which changes its name once in a while at most.
  private static final int REMEMBERED = 16;

  private record Version(long size, long mtimeMillis, String identity) {
    static Version of(BasicFileAttributes a) {
      return new Version(
          a.size(), a.lastModifiedTime().toMillis(), String.valueOf(a.fileKey())); // null: Windows
    }
  }

  private record Known(Version version, CompletableFuture<Hash> hash) {}

  private final Map<Path, Known> known = new HashMap<>(); // guarded by this
  private CompletableFuture<?> last = CompletableFuture.completedFuture(""); // guarded by this

  /// Waits for the file's hash.
  ///
  /// @param path absolute, links resolved
  public Hash of(Path path) {
    try {
      BasicFileAttributes a =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!a.isRegularFile()) {
        return Hash.none("not a regular file");
      }
      return a.size() > LIMIT
          ? Hash.none("larger than 512 MiB")
          : future(path, Version.of(a)).join();
    } catch (IOException unreadable) {
      return Hash.none(unreadable.toString());
    } catch (CompletionException failed) {
      return Hash.none(String.valueOf(failed.getCause()));
    }
  }

  private synchronized CompletableFuture<Hash> future(Path path, Version version) {
    Known before = known.get(path);
    if (before != null
        && before.version().equals(version)
        && !before.hash().isCompletedExceptionally()) {
      return before.hash();
    }
    if (known.size() >= REMEMBERED) {
      known.clear();
    }
    CompletableFuture<Hash> hash =
        last.handleAsync(
            (whatever, failure) -> compute(path),
            task -> Thread.ofPlatform().daemon().name("pitstop-hash").start(task));
    last = hash;
    known.put(path, new Known(version, hash));
    return hash;
  }

  private static Hash compute(Path path) {
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
      throw new CompletionException(unreadable); // told, and tried again by the next who asks
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
