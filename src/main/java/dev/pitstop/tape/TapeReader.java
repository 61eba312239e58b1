package dev.pitstop.tape;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/// Reads a recording line by line, in memory for one line. One thread.
public final class TapeReader {
  private static final int BUFFER = 256 * 1024;

  /// A longer line is damaged: a session passes on no such message either.
  private static final int LONGEST =
      (int) Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 10);

  private TapeReader() {}

  /// Reads a recording from its beginning.
  public static void read(Path file, Consumer<TapeLine> lines) throws IOException {
    read(file, LONGEST, lines);
  }

  /// @param longest the most bytes of a line
  static void read(Path file, int longest, Consumer<TapeLine> lines) throws IOException {
    byte[] buffer = new byte[BUFFER];
    byte[] line = new byte[BUFFER];
    long number = 1;
    long offset = 0; // of the line
    long length = 0; // of the line so far
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int from = 0, to; from < n; from = to) {
          to = from;
          while (to < n && buffer[to] != '\n') {
            to++;
          }
          long longer = length + to - from;
          if (longer <= longest) {
            if (longer > line.length) {
              line = Arrays.copyOf(line, Math.clamp(2 * longer, 0, longest));
            }
            System.arraycopy(buffer, from, line, (int) length, to - from);
          }
          length = longer;
          if (to < n) { // a line end
            lines.accept(line(line, number, offset, length, longest));
            to++;
            number++;
            offset += length + 1;
            length = 0;
          }
        }
      }
    }
    if (length > 0) {
      lines.accept(line(line, number, offset, length, longest));
    }
  }

  private static TapeLine line(byte[] line, long number, long offset, long length, int longest) {
    int kept = (int) Math.min(length, Integer.MAX_VALUE);
    TapeLine.Where where = new TapeLine.Where(number, offset, kept);
    return length == 0
        ? new TapeLine.Other()
        : length > longest
            ? new TapeLine.Damaged(where, "longer than " + longest + " bytes")
            : TapeLine.of(Arrays.copyOf(line, kept), where);
  }

  /// Reads a line again.
  public static byte[] bytes(RandomAccessFile file, TapeLine.Where where) throws IOException {
    byte[] line = new byte[where.length()];
    file.seek(where.offset());
    file.readFully(line);
    return line;
  }
}
