package dev.pitstop.watch;

import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/// Tells one state of a file from another, by modification time, size and inode. A `touch` is a
/// change, because that is how developers ask for a reload.
///
/// @param racy whether the file was so young when it was checked that a later write may have the
///   same time. Then an event counts even if the rest is equal. Git has the same problem and the
///   same word
record Stamp(long modified, long size, String key, boolean racy) {
  private static final long FINE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long COARSE = TimeUnit.SECONDS.toNanos(2);

  /// @param nowMillis the wall clock, with which file times are compared
  static Stamp of(BasicFileAttributes attributes, long nowMillis) {
    long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    long age = TimeUnit.MILLISECONDS.toNanos(nowMillis) - modified;
    // A time in whole seconds probably comes from a file system that has no finer times.
    long window = modified % TimeUnit.SECONDS.toNanos(1) == 0 ? COARSE : FINE;
    return new Stamp(modified, attributes.size(), key(attributes), age < window && age > -COARSE);
  }

  static String key(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return key == null ? "" : key.toString();
  }

  boolean sameAs(Stamp other) {
    return modified == other.modified && size == other.size && key.equals(other.key);
  }
}
