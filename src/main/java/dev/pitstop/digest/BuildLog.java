package dev.pitstop.digest;

import dev.pitstop.log.UserDirectories;
import dev.pitstop.text.LineSplitter;
import dev.pitstop.text.PlainText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Collects the output of a build command. Its lines go as plain text into a file; the first and
/// last lines and the first errors stay in memory. Both are bounded for any output.
///
/// Each stream is read by a thread of its own. Any thread may call [#report] at any time. A file
/// that cannot be written (disk full) does not fail the build: the report says that the file is
/// incomplete.
public final class BuildLog implements AutoCloseable {
  /// The most bytes of output that the file takes, besides Pitstop's own lines: a flood of output
  /// must not fill the disk.
  static final long MOST_BYTES = 16L << 20;

  private static final long KEPT_MILLIS = 24 * 3_600_000;
  private static final int CHUNK = 16 * 1024;

  /// Bytes kept of a line.
  private static final int LINE_LIMIT = 4_096;

  private static final String FIRST_BYTES = (MOST_BYTES >> 20) + " MiB";

  private final Optional<Path> file;
  private final OutputStream out;
  private final Consumer<String> onLine;

  /// Guarded by itself, between the streams' threads and whoever asks for a report; never across
  /// I/O or the listener.
  private final Capture capture = new Capture();

  /// The bytes of output so far, including those that the file did not take. Any stream adds to it.
  private final AtomicLong written = new AtomicLong();

  /// Any stream writes this, and the report reads it.
  private volatile String fileProblem = "";

  private BuildLog(Optional<Path> file, OutputStream out, Consumer<String> onLine) {
    this.file = file;
    this.out = out;
    this.onLine = onLine;
  }

  /// A log with a new file, which only its owner can read, because builds print secrets.
  ///
  /// @param onLine gets every plain line, on the thread of its stream, for progress notifications
  /// @throws IOException if the file cannot be created
  public static BuildLog to(Path file, Consumer<String> onLine) throws IOException {
    Files.deleteIfExists(file);
    FileChannel channel =
        UserDirectories.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new BuildLog(Optional.of(file), Channels.newOutputStream(channel), onLine);
  }

  /// Removes the logs of processes that were last written more than a day ago: `build-PID.log`, and
  /// `build-PID-SERVER.log` with many servers. A file that cannot be removed stays.
  ///
  /// @param directory must be Pitstop's own, because elsewhere a file with such a name may be the
  ///   user's
  public static void removeOld(Path directory) {
    long limit = System.currentTimeMillis() - KEPT_MILLIS;
    try (Stream<Path> files = Files.list(directory)) {
      files
          .map(Path::toFile)
          .filter(f -> f.getName().matches("build-.*\\.log") && f.lastModified() < limit)
          .forEach(File::delete);
    } catch (IOException | UncheckedIOException unreadable) {
      // This only costs room on the disk, and the next process tries again.
    }
  }

  /// A log without a file.
  public static BuildLog inMemory(Consumer<String> onLine) {
    return new BuildLog(Optional.empty(), OutputStream.nullOutputStream(), onLine);
  }

  /// Adds a line by Pitstop (the command, "killed after 120 s") to file and report. It is never
  /// taken for a compiler's message.
  public void line(String text) {
    for (String one : text.split("\n", -1)) {
      take(PlainText.of(one), true); // a command with "error:" in it is no error
    }
  }

  /// Takes a whole stream of the build, up to about so many bytes. Blocks until it has ended.
  public void all(InputStream from, long most) throws IOException {
    LineSplitter stream = stream();
    byte[] chunk = new byte[CHUNK];
    long sum = 0;
    for (int n = from.read(chunk); n >= 0 && sum < most; n = from.read(chunk)) {
      stream.add(chunk, 0, n);
      sum += n;
    }
    stream.end();
  }

  /// Takes one stream. For one thread.
  LineSplitter stream() {
    return new LineSplitter(LINE_LIMIT, line -> take(line, false));
  }

  private void take(String line, boolean own) {
    synchronized (capture) {
      capture.add(line, own);
    }
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    long after = own ? 0 : written.addAndGet(bytes.length);
    if (after <= MOST_BYTES) {
      write(bytes);
    } else if (after - bytes.length <= MOST_BYTES) {
      String cut =
          "(Pitstop stopped writing the output here, after the first " + FIRST_BYTES + ")\n";
      write(cut.getBytes(StandardCharsets.UTF_8));
    }
    onLine.accept(line);
  }

  private void write(byte[] line) {
    if (fileProblem.isEmpty()) {
      try {
        out.write(line);
      } catch (IOException e) {
        // The build matters more than its log; the report says that the file is incomplete.
        fileProblem = String.valueOf(e.getMessage());
      }
    }
  }

  /// The report of the output so far.
  ///
  /// @param workingDirectory the directory of the build; paths below it are shown relative
  public BuildReport report(Path workingDirectory) {
    Capture.Kept kept;
    synchronized (capture) {
      kept = capture.kept();
    }
    String where = file.map(Path::toString).orElse("");
    if (!where.isEmpty() && !fileProblem.isEmpty()) {
      where += " (incomplete: " + fileProblem + ")";
    } else if (!where.isEmpty() && written.get() > MOST_BYTES) {
      where += " (only the first " + FIRST_BYTES + " of the output)";
    }
    String text = ReportText.of(kept, workingDirectory, where);
    return new BuildReport(text, kept.count(), kept.lines(), file);
  }

  /// Closes the file. Later lines are kept in memory only. Idempotent.
  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      // The report says it, as after a failed write.
      fileProblem = String.valueOf(e.getMessage());
    }
  }
}
