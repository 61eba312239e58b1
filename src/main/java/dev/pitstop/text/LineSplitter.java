package dev.pitstop.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// Bytes to lines of [PlainText], in bounded memory whatever comes: no line end for gigabytes,
/// bytes that are no UTF-8 (they become U+FFFD), progress bars.
///
/// LF and CRLF end a line. A CR alone starts the line over, as on a terminal, so that of a progress
/// bar the last state remains. For one stream and one thread.
public final class LineSplitter {
  /// Room for a line at first: it grows with longer ones.
  private static final int FIRST = 256;

  private final Consumer<String> lines;
  private final int most;
  private byte[] line = new byte[FIRST];
  private int length;
  private long dropped;
  private boolean any;
  private boolean carriageReturn;

  /// @param most bytes kept of a line; what is longer is cut and marked
  /// @param lines gets each line without its end, on the caller's thread
  public LineSplitter(int most, Consumer<String> lines) {
    this.most = most;
    this.lines = lines;
  }

  /// Takes `count` bytes, cut anywhere.
  public void add(byte[] bytes, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        endLine();
      } else if (b == '\r') {
        carriageReturn = true;
        any = true;
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
    any = true;
    if (length == line.length && length < most) {
      line = Arrays.copyOf(line, Math.min(most, 4 * length));
    }
    if (length < Math.min(line.length, most)) {
      line[length++] = b;
    } else {
      dropped++;
    }
  }

  /// The stream has ended: what is there without a line end is a line too.
  public void end() {
    if (any) {
      endLine();
    }
  }

  private void endLine() {
    String text;
    try {
      text = text();
    } finally { // also when there is no memory for it: the next line is another one
      length = 0;
      dropped = 0;
      any = false;
      carriageReturn = false;
    }
    lines.accept(text);
  }

  private String text() {
    int kept = dropped > 0 ? wholeCharacters() : length;
    String text = PlainText.of(new String(line, 0, kept, StandardCharsets.UTF_8));
    return dropped > 0 ? text + cutMark(dropped + length - kept, "bytes") : text;
  }

  /// How much of a cut line to keep, so that the cut does not go through a character.
  private int wholeCharacters() {
    int end = length;
    while (end > 0 && end > length - 4 && (line[end - 1] & 0xc0) == 0x80) {
      end--;
    }
    return end > 0 && (line[end - 1] & 0xc0) == 0xc0 ? end - 1 : end;
  }

  /// What stands at the end of a line that was cut.
  ///
  /// @param unit of `missing`, in the plural
  public static String cutMark(long missing, String unit) {
    return " … [cut: " + missing + " more " + unit + "]";
  }
}
