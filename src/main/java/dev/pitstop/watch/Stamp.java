package dev.pitstop.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Tells one state of a file from another, by modification time, size and inode. A `touch` is a
/// change, because that is how developers ask for a reload.
///
/// @param key the inode, where there are inodes; its text would take longer than the search for it
/// @param racy whether the file was so young when it was checked that a later write may have the
///   same time. Then an event counts even if the rest is equal. Git has the same problem and the
///   same word
public record Stamp(long modified, long size, Object key, boolean directory, boolean racy) {
  /// Some file systems keep times in steps of two seconds.
  private static final long YOUNG = TimeUnit.SECONDS.toNanos(2);

  /// The present state of an entry of a watched directory: a regular file, a link to one, or a
  /// directory. Empty for links to directories, FIFOs, sockets and devices, which are not watched,
  /// and for what cannot be read. That it does not exist is an ordinary answer.
  public static Optional<Stamp> of(Path path) {
    return attributes(path).map(Stamp::of);
  }

  /// The same, as the system tells it.
  static Optional<BasicFileAttributes> attributes(Path path) {
    Optional<BasicFileAttributes> entry = read(path, LinkOption.NOFOLLOW_LINKS);
    if (entry.isPresent() && entry.get().isSymbolicLink()) {
      entry = read(path).filter(BasicFileAttributes::isRegularFile);
    }
    return entry.filter(e -> !e.isOther());
  }

  private static Optional<BasicFileAttributes> read(Path path, LinkOption... links) {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, links));
    } catch (IOException e) {
      return Optional.empty(); // or links lead in a circle, or a permission is missing
    }
  }

  private static Stamp of(BasicFileAttributes attributes) {
    long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    long age = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - modified;
    return new Stamp(
        modified,
        attributes.size(),
        Objects.requireNonNullElse(attributes.fileKey(), ""),
        attributes.isDirectory(),
        Math.abs(age) < YOUNG);
  }

  /// Whether both are the same state, or nothing.
  public static boolean same(Optional<Stamp> one, Optional<Stamp> other) {
    return one.isPresent() == other.isPresent()
        && one.filter(stamp -> !stamp.sameAs(other.orElse(stamp))).isEmpty();
  }

  boolean sameAs(Stamp other) {
    return modified == other.modified && size == other.size && key.equals(other.key);
  }
}
