package dev.pitstop.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Splits bytes into lines of [PlainText]. Memory is bounded for any input: gigabytes without a
/// line end, bytes that are not UTF-8 (they become U+FFFD), progress bars.
///
/// LF and CRLF end a line. A single CR starts the line over, as on a terminal, so that the last
/// state of a progress bar remains. For one stream and one thread.
public final class LineSplitter {
  /// Room for a line at first: it grows with longer ones.
  private static final int FIRST = 256;

  private final Consumer<String> lines;
  private final int most;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(FIRST);
  private long dropped;
  private boolean carriageReturn;

  /// @param most the most bytes kept of a line; a longer line is cut and marked
  /// @param lines gets each line without its end, on the caller's thread
  public LineSplitter(int most, Consumer<String> lines) {
    this.most = most;
    this.lines = lines;
  }

  /// Takes the next `count` bytes, which may end within a line or character.
  public void add(byte[] bytes, int offset, int count) {
    int from = offset;
    for (int i = offset; i < offset + count; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        put(bytes, from, i - from);
        from = i + 1;
        carriageReturn |= bytes[i] == '\r';
        if (bytes[i] == '\n') {
          endLine();
        }
      }
    }
    put(bytes, from, offset + count - from);
  }

  private void put(byte[] bytes, int offset, int count) {
    if (carriageReturn && count > 0) {
      begin();
    }
    int kept = Math.min(count, most - line.size());
    line.write(bytes, offset, kept);
    dropped += count - kept;
  }

  private void begin() {
    line.reset();
    dropped = 0;
    carriageReturn = false;
  }

  /// Ends the stream. A last line without a line end counts as a line.
  public void end() {
    if (line.size() > 0 || dropped > 0 || carriageReturn) {
      endLine();
    }
  }

  private void endLine() {
    String text = PlainText.of(line.toString(StandardCharsets.UTF_8));
    String cut = dropped > 0 ? " … [cut: " + dropped + " more bytes]" : "";
    begin();
    lines.accept(text + cut);
  }
}
