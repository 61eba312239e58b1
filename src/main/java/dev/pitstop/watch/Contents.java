package dev.pitstop.watch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// Checksums of files, for the loop guard.
final class Contents {
  /// The checksum of a file that is not there.
  static final String GONE = "-";

  private static final long MOST = 64L << 20;
  private static final int BUFFER = 64 << 10;

  private Contents() {}

  /// The checksum of the file that the watcher calls `name`, see [#checksum(Path)].
  static String checksum(Path root, String name) {
    try {
      return checksum(root.resolve(name));
    } catch (InvalidPathException e) {
      // The locale cannot express its name, which has lost what it was: not known.
      return "";
    }
  }

  /// A checksum; "" for what is too large, unreadable or no regular file, [#GONE] for what is not
  /// there.
  static String checksum(Path file) {
    if (!Files.exists(file)) {
      return GONE;
    }
    if (!Files.isRegularFile(file)) {
      return ""; // to open a FIFO would be to wait for who writes into it, perhaps for ever
    }
    try (InputStream in = Files.newInputStream(file)) {
      var sum = new CRC32C();
      byte[] buffer = new byte[BUFFER];
      long length = 0;
      int n = in.read(buffer);
      while (n >= 0 && length <= MOST) {
        sum.update(buffer, 0, n);
        length += n;
        n = in.read(buffer);
      }
      return length > MOST ? "" : sum.getValue() + ":" + length;
    } catch (IOException e) {
      // Unreadable or just deleted: not known, hence never equal.
      return "";
    }
  }
}
