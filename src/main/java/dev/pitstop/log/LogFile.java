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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.Consumer;

/// A log file that several Pitstop processes can write at once. Each line is appended with a single
/// write. The file is rotated at 1 MiB, and three are kept (`x.log`, `x.log.1`, `x.log.2`). Only
/// the owner can read them.
///
/// The first line opens the file. If that or a write fails, one line on stderr says so, and a line
/// half a minute later tries again.
final class LogFile implements Sink {
  static final long ROTATE_AT = 1 << 20;
  private static final int KEPT = 3;

  private static final long RETRY_NANOS = 30_000_000_000L;

  private final Path path;
  private final Consumer<String> complain;
  private Optional<FileChannel> channel = Optional.empty();
  private Optional<Object> identity = Optional.empty();
  private volatile boolean failing; // written by the sink's thread, read by any
  private long failedAt;

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
  public void write(byte[] line) throws IOException {
    if (failing && System.nanoTime() - failedAt < RETRY_NANOS) {
      return; // already reported; the lines until the next try are lost
    }
    try {
      FileChannel out = ready();
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        out.write(bytes); // one write unless the disk is full
      }
      if (out.size() >= ROTATE_AT) {
        rotate();
      }
      failing = false;
    } catch (IOException | UnsupportedOperationException refused) {
      boolean first = !failing;
      failing = true;
      failedAt = System.nanoTime();
      close();
      if (first) {
        complain.accept("cannot write the log file " + path + ": " + refused);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      FileChannel open = channel.get();
      channel = Optional.empty();
      open.close();
    }
  }

  /// The file, opened anew if another Pitstop rotated it or somebody removed it.
  private FileChannel ready() throws IOException {
    if (channel.isPresent() && !identity.equals(identityOf(path))) {
      close();
    }
    if (channel.isEmpty()) {
      channel = Optional.of(open(path));
      identity = identityOf(path);
    }
    return channel.get();
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
    } catch (OverlappingFileLockException sameProcess) {
      return; // another log of this very process is rotating
    } catch (NoSuchFileException removed) {
      // Somebody removed the file: the next line makes a new one.
    }
    close(); // the next line opens the new file; a few lines over the limit do no harm
  }

  private Path numbered(int number) {
    return path.resolveSibling(path.getFileName() + "." + number);
  }

  private static FileChannel open(Path file) throws IOException {
    UserDirectories.makeDirectoryOf(file);
    return UserDirectories.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /// The identity that tells this file from another of the same name. Empty if there is no file, or
  /// if the platform has no such identity.
  private static Optional<Object> identityOf(Path file) throws IOException {
    try {
      return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException removed) {
      return Optional.empty();
    }
  }
}
