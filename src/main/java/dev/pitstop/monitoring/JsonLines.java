package dev.pitstop.monitoring;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Lines of JSON out of a stream. A line that is no object of JSON, or that is too long, is named
/// and left out. Keeps one line at most. One thread.
final class JsonLines implements Lines {
  /// The longest line, in bytes: an answer of the usual `--set maxMessage`, and what is around it.
  static final int MOST_BYTES = 66 * 1024 * 1024;

  /// What to read; as `InputStream#read`, but with a limit.
  interface Bytes {
    /// @param millis how long to wait for the next bytes; 0 for as long as it takes
    int read(byte[] to, long millis) throws IOException;
  }

  private final Bytes in;
  private final Closeable source;
  private final String name;
  private final int most;
  private final Consumer<String> damaged;
  private final byte[] buffer = new byte[64 * 1024];
  private int from;
  private int to;
  private ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number = 1; // of the line
  private long begins; // its offset in the stream
  private long length;

  /// @param source what to close
  /// @param name of the stream, for people
  /// @param most the longest line, in bytes
  /// @param damaged gets a sentence about each line that was left out
  JsonLines(Bytes in, Closeable source, String name, int most, Consumer<String> damaged) {
    this.in = in;
    this.source = source;
    this.name = name;
    this.most = most;
    this.damaged = damaged;
  }

  @Override
  public Optional<JsonLine> next(long millis) throws IOException {
    for (; ; ) {
      if (from == to) {
        from = 0;
        to = 0;
        to = Math.max(0, in.read(buffer, millis));
        if (to == 0) {
          return end();
        }
      }
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      length += end - from;
      if (length <= most) {
        line.write(buffer, from, end - from);
      }
      from = Math.min(end + 1, to);
      Optional<JsonLine> whole = end < to ? end() : Optional.empty();
      if (whole.isPresent()) {
        return whole;
      }
    }
  }

  private Optional<JsonLine> end() {
    Optional<JsonLine> whole = length > most ? Optional.empty() : JsonLine.of(line.toByteArray());
    if (whole.isEmpty() && length > 0) {
      String what = length > most ? "is too long" : "is not an object of JSON";
      damaged.accept(
          "%s: line %d (from byte %d) %s, and was left out".formatted(name, number, begins, what));
    }
    number++;
    begins += length + 1;
    length = 0;
    line = new ByteArrayOutputStream();
    return whole;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
