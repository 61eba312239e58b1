package dev.pitstop.monitoring;

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
import java.util.function.Consumer;

/// Lines of a journal or of an answer, in order. A line that is no object of JSON, or that is too
/// long, is named and left out. One thread reads. Any thread may close, which ends the lines.
public final class Lines implements Closeable {
  /// The longest line, in bytes: a message of the usual `--set maxMessage`, and what is around it.
  private static final int MOST_BYTES = 66 * 1024 * 1024;

  private final InputStream in;
  private final String name;
  private final Consumer<String> damaged;
  private final LineReader<IOException> lines;
  private LineReader.BeforeRead<IOException> waits = () -> {};

  /// @param name of the stream, for people
  /// @param damaged gets a sentence about each line that was left out
  Lines(InputStream in, String name, Consumer<String> damaged) {
    this.in = in;
    this.name = name;
    this.damaged = damaged;
    this.lines = new LineReader<>(in, MOST_BYTES, () -> waits.run());
  }

  /// The lines of a file.
  ///
  /// @param damaged gets a sentence about each line that was left out
  public static Lines of(Path file, Consumer<String> damaged) throws IOException {
    return new Lines(Files.newInputStream(file), file.toString(), damaged);
  }

  /// Sets what to do before a read, which may wait for more.
  public void beforeRead(LineReader.BeforeRead<IOException> task) {
    waits = task;
  }

  /// The next line; empty at the end, if the lines were closed, or if a session was killed.
  public Optional<JsonLine> next() throws IOException {
    try {
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
    } catch (ClosedChannelException | SocketException closed) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
