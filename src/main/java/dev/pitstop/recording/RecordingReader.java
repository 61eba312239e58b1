package dev.pitstop.recording;

import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Reads a recording line by line, in memory for one line. Stateless.
public final class RecordingReader {
  /// A longer line is damaged: a session passes on no such message either.
  private static final int LONGEST =
      (int) Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 10);

  private RecordingReader() {}

  /// Reads a recording from its beginning.
  public static void read(Path file, Consumer<RecordingLine> to) throws IOException {
    read(file, LONGEST, to);
  }

  /// @param longest the most bytes of a line
  static void read(Path file, int longest, Consumer<RecordingLine> to) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      LineReader<RuntimeException> lines = new LineReader<>(in, longest, () -> {});
      for (Line line = lines.next(); !(line instanceof Line.End); line = lines.next()) {
        if (line instanceof Line.Text text) {
          to.accept(RecordingLine.of(text.bytes(), where(lines, text.bytes().length)));
        } else if (line instanceof Line.TooLong large) {
          String why = "longer than " + longest + " bytes";
          to.accept(new RecordingLine.Damaged(where(lines, large.length()), why));
        }
      }
    }
  }

  private static RecordingLine.Where where(LineReader<?> lines, long length) {
    int known = (int) Math.min(length, Integer.MAX_VALUE);
    return new RecordingLine.Where(lines.number(), lines.begins(), known);
  }

  /// Reads the line of a message again.
  public static RecordingLine.Frame frame(RandomAccessFile file, RecordingLine.Where where)
      throws IOException {
    byte[] line = new byte[where.length()];
    file.seek(where.offset());
    file.readFully(line);
    if (RecordingLine.of(line, where) instanceof RecordingLine.Frame frame) {
      return frame;
    }
    throw new IOException("the recording has changed");
  }
}
