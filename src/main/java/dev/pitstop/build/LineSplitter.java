package dev.pitstop.build;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Bytes to plain lines. A carriage return starts the line anew, so that of a progress bar only its
/// last state is left; a line is cut after [#MOST] bytes, whatever its length; invalid UTF-8
/// becomes U+FFFD. For one stream and one thread.
final class LineSplitter {
  /// Bytes kept of a line.
  static final int MOST = 4_096;

  private final Consumer<String> lines;
  private final byte[] buffer = new byte[MOST];
  private int size;
  private long lost;
  private boolean any;
  private boolean carriageReturn;

  LineSplitter(Consumer<String> lines) {
    this.lines = lines;
  }

  void add(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
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
      size = 0;
      lost = 0;
    }
    any = true;
    if (size < MOST) {
      buffer[size++] = b;
    } else {
      lost++;
    }
  }

  /// The stream has ended: what is there without a line end is a line too.
  void end() {
    if (any) {
      endLine();
    }
  }

  private void endLine() {
    String text = PlainText.of(new String(buffer, 0, size, StandardCharsets.UTF_8));
    if (lost > 0) {
      // The cut may go through a character; the half of it is no news.
      text = withoutBrokenEnd(text) + " … " + Numbers.grouped(lost) + " bytes more";
    }
    size = 0;
    lost = 0;
    any = false;
    carriageReturn = false;
    lines.accept(text);
  }

  private static String withoutBrokenEnd(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\uFFFD') {
      end--;
    }
    return text.substring(0, end);
  }
}
