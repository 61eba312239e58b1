package dev.pitstop.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// A log file that several Pitstop processes can write at once. Each line is appended with a single
/// write, to a file that is opened for it: so it may be rotated, removed or unreachable between two
/// lines. The file is rotated at 1 MiB, and three are kept (`x.log`, `x.log.1`, `x.log.2`). Only
/// the owner can read them.
///
/// If a line cannot be written, one line on stderr says so, until one can again.
final class LogFile implements SinkQueue.Sink {
  static final long ROTATE_AT = 1 << 20;
  private static final int KEPT = 3;

  private final Path path;
  private final Consumer<String> complain;
  private volatile boolean failing; // written by the sink's thread, read by any

  /// @param complain gets one line when the file cannot be written
  LogFile(Path path, Consumer<String> complain) {
    this.path = path;
    this.complain = complain;
  }

  /// Whether the last line could not be written. On any thread.
  boolean failing() {
    return failing;
  }

  @Override
  public void write(byte[] line) {
    try {
      if (append(line) >= ROTATE_AT) {
        rotate();
      }
      failing = false;
    } catch (IOException | UnsupportedOperationException refused) {
      boolean first = !failing;
      failing = true;
      if (first) {
        complain.accept("cannot write the log file " + path + ": " + refused);
      }
    }
  }

  /// @return the size of the file with the line
  private long append(byte[] line) throws IOException {
    try (FileChannel out = open(path)) {
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        out.write(bytes); // one write unless the disk is full
      }
      return out.size();
    }
  }

  private void rotate() throws IOException {
    Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel lockFile = open(lockPath);
        FileLock lock = lockFile.tryLock()) {
      if (lock != null && Files.size(path) >= ROTATE_AT) {
        for (int i = KEPT - 2; i >= 0; i--) {
          Path from = i == 0 ? path : numbered(i);
          if (Files.exists(from)) {
            Files.move(from, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    } catch (OverlappingFileLockException | NoSuchFileException others) {
      // Another log of this process is rotating, or somebody removed the file. A few lines over the
      // limit do no harm, and the next line makes a new file.
    }
  }

  private Path numbered(int number) {
    return path.resolveSibling(path.getFileName() + "." + number);
  }

  private static FileChannel open(Path file) throws IOException {
    UserDirectories.makeDirectoryOf(file);
    return UserDirectories.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
