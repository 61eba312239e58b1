package dev.pitstop.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Files in tests: a fault fails the test, and nobody has to declare it.
public final class Disk {
  private Disk() {}

  /// What may fail on a disk.
  public interface Work<T> {
    /// Does it.
    T get() throws IOException;
  }

  /// Does it.
  ///
  /// @throws UncheckedIOException if it fails
  public static <T> T io(Work<T> work) {
    try {
      return work.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The text of a file; empty if there is none.
  public static String text(Path file) {
    return io(() -> Files.exists(file) ? Files.readString(file) : "");
  }

  /// Its lines that have an end: somebody may be writing the last one.
  public static List<String> wholeLines(Path file) {
    String text = text(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /// Writes a file as careful editors do: whole, and under another name at first.
  public static void save(Path file, String text) {
    Path written = file.resolveSibling("." + file.getFileName() + ".tmp");
    io(() -> Files.writeString(written, text));
    io(() -> Files.move(written, file, StandardCopyOption.ATOMIC_MOVE));
  }
}
