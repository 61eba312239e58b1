package dev.pitstop.cli.beside;

import dev.pitstop.text.PlainText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes lines to stdout. One thread.
final class Printer {
  private final BufferedOutputStream out;
  private final boolean atOnce;

  /// @param atOnce whether somebody waits for each line
  Printer(OutputStream out, boolean atOnce) {
    this.out = new BufferedOutputStream(out);
    this.atOnce = atOnce;
  }

  /// Nobody reads stdout any more.
  static final class Unread extends IOException {
    private static final long serialVersionUID = 1L;

    Unread(IOException cause) {
      super(cause);
    }
  }

  /// Lines for people: what servers say must not move the terminal's cursor.
  void say(String lines) throws Unread {
    for (String line : lines.split("\n", -1)) {
      json(PlainText.of(line).stripTrailing());
    }
  }

  /// A line for programs.
  void json(String line) throws Unread {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      if (atOnce) {
        out.flush();
      }
    } catch (IOException e) {
      throw new Unread(e);
    }
  }

  void flush() throws Unread {
    try {
      out.flush();
    } catch (IOException e) {
      throw new Unread(e);
    }
  }
}
