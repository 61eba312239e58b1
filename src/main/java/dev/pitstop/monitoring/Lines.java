package dev.pitstop.monitoring;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/// Lines of a journal or of an answer, in order. For a line that is no object of JSON, or that is
/// too long, there is a line `damaged` with a `text` that names it. One thread reads. Any thread
/// may close, which ends the lines.
public final class Lines implements Closeable {
  /// The longest line, in bytes: a message of the usual `--set maxMessage`, and what is around it.
  private static final int MOST_BYTES = 66 * 1024 * 1024;

  private final InputStream in;
  private final String name;
  private final LineReader<RuntimeException> lines;

  /// @param name of the stream, for people
  Lines(InputStream in, String name) {
    this.in = in;
    this.name = name;
    this.lines = new LineReader<>(in, MOST_BYTES, () -> {});
  }

  /// The lines of a file.
  public static Lines of(Path file) throws IOException {
    return new Lines(Files.newInputStream(file), file.toString());
  }

  /// The next line; empty at the end, if the lines were closed, or if a session was killed.
  public Optional<JsonLine> next() throws IOException {
    try {
      return switch (lines.next()) {
        case Line.Text text ->
            JsonLine.of(text.bytes()).or(() -> damaged("is not an object of JSON"));
        case Line.TooLong t -> damaged("is too long");
        case Line.End end -> Optional.empty();
      };
    } catch (ClosedChannelException | SocketException closed) {
      return Optional.empty();
    }
  }

  /// Passes on the lines, until there are no more or one says that it was the last.
  ///
  /// @param more whether another is wanted
  public void each(Predicate<JsonLine> more) throws IOException {
    Optional<JsonLine> line = next();
    while (line.isPresent() && more.test(line.get())) {
      line = next();
    }
  }

  private Optional<JsonLine> damaged(String what) {
    String text =
        "%s: line %d (from byte %d) %s, and was left out"
            .formatted(name, lines.number(), lines.begins(), what);
    return Optional.of(JsonLine.read("{\"type\":\"damaged\",\"text\":" + Json.quote(text) + "}"));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
