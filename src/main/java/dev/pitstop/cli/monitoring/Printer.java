package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.text.PlainText;
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Writes a command's result to stdout: lines of JSON for programs, or text for people. One thread.
final class Printer {
  private final Desk desk;
  private final PrintStream out;
  private final boolean json;
  private final boolean atOnce;
  private String day; // that was said last; at first today

  /// @param json whether it is for programs
  /// @param atOnce whether somebody waits for each line
  Printer(Desk desk, boolean json, boolean atOnce) {
    this.desk = desk;
    this.out = new PrintStream(new BufferedOutputStream(desk.out()), false, StandardCharsets.UTF_8);
    this.json = json;
    this.atOnce = atOnce;
    this.day = desk.day(desk.now());
  }

  /// Lines for people: what servers say must not move the terminal's cursor.
  void say(String lines) throws Refusal {
    if (!json) {
      for (String line : lines.split("\n", -1)) {
        write(PlainText.of(line).stripTrailing());
      }
    }
  }

  /// The day for people, if it is another one than before.
  void day(long millis) throws Refusal {
    if (!desk.day(millis).equals(day)) {
      day = desk.day(millis);
      say(day);
    }
  }

  /// A line for programs.
  void json(String line) throws Refusal {
    if (json) {
      write(line);
    }
  }

  private void write(String line) throws Refusal {
    out.print(line + "\n");
    if (atOnce && out.checkError()) {
      throw new Refusal(0, "nobody reads stdout any more");
    }
  }

  void flush() {
    out.flush();
  }
}
