package dev.pitstop.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
  private byte[] line = new byte[FIRST];
  private int length;
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
    for (int i = offset; i < offset + count; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        endLine();
      } else if (b == '\r') {
        carriageReturn = true;
      } else {
        put(b);
      }
    }
  }

  private void put(byte b) {
    if (carriageReturn) {
      carriageReturn = false;
      length = 0;
      dropped = 0;
    }
    if (length == line.length && length < most) {
      line = Arrays.copyOf(line, Math.min(most, 4 * length));
    }
    if (length < Math.min(line.length, most)) {
      line[length++] = b;
    } else {
      dropped++;
    }
  }

  /// Ends the stream. A last line without a line end counts as a line.
  public void end() {
    if (length > 0 || dropped > 0 || carriageReturn) {
      endLine();
    }
  }

  private void endLine() {
    String text = PlainText.of(new String(line, 0, length, StandardCharsets.UTF_8));
    String cut = dropped > 0 ? cutMark(dropped, "bytes") : "";
    length = 0;
    dropped = 0;
    carriageReturn = false;
    lines.accept(text + cut);
  }

  /// The mark at the end of a line that was cut.
  ///
  /// @param unit of `missing`, in the plural
  public static String cutMark(long missing, String unit) {
    return " … [cut: " + missing + " more " + unit + "]";
  }
}
