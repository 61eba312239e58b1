package dev.pitstop.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Pitstop's log (O2, O3): structured lines to stderr and to a file.
///
/// Logging never waits: an entry goes into a bounded queue and is formatted and written by a daemon
/// thread, one for each sink, as nobody may be reading our stderr. Full queues drop and count. The
/// threads start, and the file is opened, with the first entry for them. Passed by constructor;
/// safe for use by all threads.
///
/// A line: `2026-11-21T03:04:05.678Z INFO spawn server=weather pid=42`.
public final class Log implements AutoCloseable {
  private static final int CAPACITY = 4096;

  private final Level stderrLevel;
  private final Level fileLevel;
  private final SinkQueue stderr;
  private final SinkQueue file;
  private final Optional<LogFile> logFile;

  /// @param stderr where lines for the user go; may block for ever
  /// @param file the log file, not needed when its level is `OFF`
  public Log(Level stderrLevel, OutputStream stderr, Level fileLevel, Path file) {
    this(stderrLevel, stderr, fileLevel, Optional.of(file), CAPACITY);
  }

  Log(Level stderrLevel, OutputStream stderr, Level fileLevel, Optional<Path> file, int capacity) {
    this.stderrLevel = stderrLevel;
    this.fileLevel = file.isPresent() ? fileLevel : Level.OFF;
    this.stderr = new SinkQueue("stderr", new StreamSink(stderr), capacity);
    this.logFile = file.map(f -> new LogFile(f, problem -> copy("[pitstop] ", problem)));
    Sink fileSink =
        logFile.isPresent() ? logFile.get() : new StreamSink(OutputStream.nullOutputStream());
    this.file = new SinkQueue("file", fileSink, capacity);
  }

  /// The log of the program: the process's own stderr, past [System#err] and its locks, and a file.
  public static Log of(Level stderrLevel, Level fileLevel, Path file) {
    return new Log(stderrLevel, new FileOutputStream(FileDescriptor.err), fileLevel, file);
  }

  /// A log that drops everything, for tests.
  public static Log nowhere() {
    return new Log(
        Level.OFF, OutputStream.nullOutputStream(), Level.OFF, Optional.empty(), CAPACITY);
  }

  /// Logs something that failed and that the user should know.
  ///
  /// @param event a short word for what happened
  /// @param fields names and values in turn; values must be immutable, as they are turned into text
  ///   later
  public void error(String event, Object... fields) {
    log(Level.ERROR, event, fields);
  }

  /// See [#error(String, Object...)].
  public void warn(String event, Object... fields) {
    log(Level.WARN, event, fields);
  }

  /// See [#error(String, Object...)].
  public void info(String event, Object... fields) {
    log(Level.INFO, event, fields);
  }

  /// See [#error(String, Object...)].
  public void debug(String event, Object... fields) {
    log(Level.DEBUG, event, fields);
  }

  /// Whether any sink takes entries of this level: for callers whose fields cost something.
  public boolean takes(Level level) {
    return stderrLevel.takes(level) || fileLevel.takes(level);
  }

  /// Whether the last line for the file could not be written.
  public boolean fileFails() {
    return logFile.isPresent() && logFile.get().failing();
  }

  /// A line of a server's stderr for ours, whatever the level (L7).
  ///
  /// @param prefix in front of the line as it is, for example `[weather] `
  public void copy(String prefix, String line) {
    copy(prefix, List.of(line));
  }

  /// Several lines, which are written at once: each for itself would wake the writing thread as
  /// often.
  public void copy(String prefix, List<String> lines) {
    stderr.offer(new LogEntry.Copy(prefix, List.copyOf(lines)));
  }

  /// Writes what is queued, for at most this long, and takes no more. Returns whether all was
  /// written.
  public boolean close(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    file.finish();
    boolean fileWritten = file.awaitEnd(deadline - System.nanoTime());
    stderr.finish(); // after the file, whose last complaint comes here
    boolean stderrWritten = stderr.awaitEnd(deadline - System.nanoTime());
    return fileWritten && stderrWritten;
  }

  /// [#close(Duration)] with half a second.
  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }

  private void log(Level level, String event, Object... fields) {
    boolean toStderr = stderrLevel.takes(level);
    boolean toFile = fileLevel.takes(level);
    if (toStderr || toFile) {
      LogEntry entry = new LogEntry.Event(System.currentTimeMillis(), level, event, fields);
      if (toStderr) {
        stderr.offer(entry);
      }
      if (toFile) {
        file.offer(entry);
      }
    }
  }

  /// A sink that is somebody else's stream: flushed, never closed.
  private record StreamSink(OutputStream out) implements Sink {
    @Override
    public void write(byte[] line) throws IOException {
      out.write(line);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
