package dev.pitstop.log;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// Pitstop's log: structured lines to stderr and to a file.
///
/// Logging never waits: an entry goes into a bounded queue, and a daemon thread formats and writes
/// it. Each sink has its own thread, because the reader of stderr may be slow or absent. A full
/// queue drops entries and counts them. The threads start, and the file is opened, with their first
/// entry. Passed by constructor; safe for use by all threads.
///
/// A line looks like `2026-11-21T03:04:05.678Z INFO session=4711 spawn server=weather pid=42`.
/// Sessions share the file, so every line has `session`, the pid of its Pitstop process.
public final class Log implements AutoCloseable {
  private static final int CAPACITY = 4096;

  private final String session; // as each line names it
  private final Level stderrLevel;
  private final Level fileLevel;
  private final SinkQueue stderr;
  private final SinkQueue file;
  private final LogFile logFile;

  /// @param pid names the session in each line
  Log(long pid, Level stderrLevel, OutputStream stderr, Level fileLevel, Path file, int capacity) {
    this.session = "session=" + pid;
    this.stderrLevel = stderrLevel;
    this.fileLevel = fileLevel;
    this.stderr =
        new SinkQueue(
            "stderr",
            session,
            line -> {
              stderr.write(line);
              stderr.flush();
            },
            capacity);
    this.logFile = new LogFile(file, problem -> copy("pitstop", problem));
    this.file = new SinkQueue("file", session, logFile, capacity);
  }

  /// The log of a session.
  ///
  /// @param pid names the session in each line
  /// @param stderr where lines for the user go; may block forever
  /// @param file absolute; unused if its level is `OFF`
  public static Log of(
      long pid, Level stderrLevel, OutputStream stderr, Level fileLevel, Path file) {
    return new Log(pid, stderrLevel, stderr, fileLevel, file, CAPACITY);
  }

  /// A log that drops everything.
  public static Log nowhere() {
    return of(0, Level.OFF, OutputStream.nullOutputStream(), Level.OFF, Path.of("none"));
  }

  /// Logs a failure that the user should know about.
  ///
  /// @param event a short word for what happened
  /// @param fields names and values in turn; values must be immutable, because they become text
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

  /// Whether any sink takes entries of this level, for callers whose fields are expensive.
  public boolean takes(Level level) {
    return stderrLevel.takes(level) || fileLevel.takes(level);
  }

  /// Whether the last line for the file could not be written.
  public boolean fileFails() {
    return logFile.failing();
  }

  /// Copies a line of a server's stderr to Pitstop's stderr, at any level, as `[weather
  /// session=4711] line`.
  ///
  /// @param source who wrote the line, for example `weather`
  public void copy(String source, String line) {
    copies(source).accept(List.of(line));
  }

  /// The same for a source that writes often: the lines that come together are a single write,
  /// which wakes the writing thread once.
  public Consumer<List<String>> copies(String source) {
    return lines -> stderr.offer(LogEntry.copy(session, source, List.copyOf(lines)));
  }

  /// Takes no more entries and writes those that are queued, within this limit. Returns whether all
  /// were written.
  public boolean close(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    file.finish();
    boolean fileWritten = file.awaitEnd(deadline - System.nanoTime());
    stderr.finish(); // after the file: a last complaint about the file goes to stderr
    boolean stderrWritten = stderr.awaitEnd(deadline - System.nanoTime());
    return fileWritten && stderrWritten;
  }

  /// Closes the log as [#close(Duration)] does, within half a second.
  @Override
  public void close() {
    close(Duration.ofMillis(500));
  }

  private void log(Level level, String event, Object... fields) {
    boolean toStderr = stderrLevel.takes(level);
    boolean toFile = fileLevel.takes(level);
    if (toStderr || toFile) {
      LogEntry entry = LogEntry.event(session, System.currentTimeMillis(), level, event, fields);
      if (toStderr) {
        stderr.offer(entry);
      }
      if (toFile) {
        file.offer(entry);
      }
    }
  }
}
