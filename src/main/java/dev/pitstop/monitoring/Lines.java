package dev.pitstop.monitoring;

import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Lines of a journal or of an answer, in order. A line that is no object of JSON, or that is too
/// long, is named and left out. One thread reads; any thread may close.
public final class Lines implements Closeable {
  private final InputStream in;
  private final LongConsumer patience;
  private final String name;
  private final Consumer<String> damaged;
  private final LineReader<RuntimeException> lines;

  /// @param patience takes how many milliseconds to wait for the next bytes; 0 for as long as it
  ///   takes
  /// @param name of the stream, for people
  /// @param most the longest line, in bytes
  /// @param damaged gets a sentence about each line that was left out
  Lines(InputStream in, LongConsumer patience, String name, int most, Consumer<String> damaged) {
    this.in = in;
    this.patience = patience;
    this.name = name;
    this.damaged = damaged;
    this.lines = new LineReader<>(in, most, () -> {});
  }

  /// The next line; empty at the end.
  public Optional<JsonLine> next() throws IOException {
    return next(0);
  }

  /// The next line; empty at the end.
  ///
  /// @param millis how long a session may say nothing; 0 for as long as it likes
  /// @throws java.net.SocketTimeoutException if it takes longer; the lines can be read on
  public Optional<JsonLine> next(long millis) throws IOException {
    patience.accept(millis);
    for (Line line = lines.next(); !(line instanceof Line.End); line = lines.next()) {
      Optional<JsonLine> json =
          line instanceof Line.Text text ? JsonLine.of(text.bytes()) : Optional.empty();
      if (json.isPresent()) {
        return json;
      }
      String what = line instanceof Line.Text ? "is not an object of JSON" : "is too long";
      damaged.accept(
          "%s: line %d (from byte %d) %s, and was left out"
              .formatted(name, lines.number(), lines.begins(), what));
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
