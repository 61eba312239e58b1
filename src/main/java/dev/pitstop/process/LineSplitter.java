package dev.pitstop.process;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Splits bytes into lines of text, in bounded memory whatever comes: no line end for gigabytes,
/// bytes that are no UTF-8, progress bars.
///
/// LF and CRLF end a line. A CR alone starts the line over, as on a terminal, so that of a progress
/// bar the last state remains. Not thread-safe.
final class LineSplitter {
  /// Bytes kept of a line.
  static final int LIMIT = 8192 - 64;

  private final Consumer<String> lines;
  private final byte[] line = new byte[LIMIT];
  private int length;
  private long dropped;
  private boolean carriageReturn;

  LineSplitter(Consumer<String> lines) {
    this.lines = lines;
  }

  void accept(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        endLine();
      } else if (b == '\r') {
        carriageReturn = true;
      } else {
        if (carriageReturn) {
          carriageReturn = false;
          length = 0;
          dropped = 0;
        }
        if (length < LIMIT) {
          line[length++] = b;
        } else {
          dropped++;
        }
      }
    }
  }

  /// The stream ended: what is left is a line too.
  void end() {
    if (length > 0) {
      endLine();
    }
  }

  private void endLine() {
    String text;
    if (dropped > 0) {
      int end = length;
      while (end > length - 4 && (line[end - 1] & 0xc0) == 0x80) {
        end--; // not into the middle of a character
      }
      if (end > 0 && (line[end - 1] & 0xc0) == 0xc0) {
        end--;
      }
      text =
          new String(line, 0, end, StandardCharsets.UTF_8)
              + StderrRing.cutMark(dropped + length - end, "bytes");
    } else {
      text = new String(line, 0, length, StandardCharsets.UTF_8); // malformed bytes become U+FFFD
    }
    length = 0;
    dropped = 0;
    carriageReturn = false;
    lines.accept(text);
  }
}
