package dev.pitstop.recording;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Reads a recording line by line, in memory for one line. One thread.
public final class RecordingReader {
  private static final int BUFFER = 256 * 1024;

  /// A longer line is damaged: a session passes on no such message either.
  private static final int LONGEST =
      (int) Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 10);

  private final int longest;
  private final Consumer<RecordingLine> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(BUFFER);
  private long number = 1;
  private long offset; // of the line
  private long length; // of the line so far

  private RecordingReader(int longest, Consumer<RecordingLine> lines) {
    this.longest = longest;
    this.lines = lines;
  }

  /// Reads a recording from its beginning.
  public static void read(Path file, Consumer<RecordingLine> lines) throws IOException {
    read(file, LONGEST, lines);
  }

  /// @param longest the most bytes of a line
  static void read(Path file, int longest, Consumer<RecordingLine> lines) throws IOException {
    RecordingReader reader = new RecordingReader(longest, lines);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          reader.end();
        } else if (reader.length++ < longest) {
          reader.line.write(b);
        }
      }
    }
    reader.end();
  }

  private void end() {
    RecordingLine.Where where =
        new RecordingLine.Where(number, offset, (int) Math.min(length, Integer.MAX_VALUE));
    if (length > longest) {
      lines.accept(new RecordingLine.Damaged(where, "longer than " + longest + " bytes"));
    } else if (length > 0) {
      lines.accept(RecordingLine.of(line.toByteArray(), where));
    }
    line.reset();
    number++;
    offset += length + 1;
    length = 0;
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
