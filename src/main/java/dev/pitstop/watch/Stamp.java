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
record Stamp(long modified, long size, Object key, boolean directory, boolean racy) {
  private static final long FINE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long COARSE = TimeUnit.SECONDS.toNanos(2);

  /// The present state of a path, or of what a link leads to; empty if it cannot be read. That it
  /// does not exist is an ordinary answer.
  static Optional<Stamp> of(Path path) {
    boolean there = Files.exists(path); // asks without an exception
    return there ? read(path).map(Stamp::of) : Optional.empty();
  }

  /// The present state of an entry of a watched directory: a regular file, a link to one, or a
  /// directory. Links to directories, FIFOs, sockets and devices are not watched.
  static Optional<Stamp> ofEntry(Path path) {
    return entry(path).map(Stamp::of);
  }

  /// The same, as the system tells it.
  static Optional<BasicFileAttributes> entry(Path path) {
    Optional<BasicFileAttributes> entry = read(path, LinkOption.NOFOLLOW_LINKS);
    if (entry.isPresent() && entry.get().isSymbolicLink()) {
      entry = read(path).filter(BasicFileAttributes::isRegularFile);
    }
    return entry.filter(is -> !is.isOther());
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
    // A time in whole seconds probably comes from a file system that has no finer times.
    long window = modified % TimeUnit.SECONDS.toNanos(1) == 0 ? COARSE : FINE;
    return new Stamp(
        modified,
        attributes.size(),
        Objects.requireNonNullElse(attributes.fileKey(), ""),
        attributes.isDirectory(),
        age < window && age > -COARSE);
  }

  boolean sameAs(Stamp other) {
    return modified == other.modified && size == other.size && key.equals(other.key);
  }
}
