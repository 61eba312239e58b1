package dev.pitstop.cli.demo;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.process.Screen;
import dev.pitstop.text.Words;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Shows the demo: captions, actions and answers, 60 to 80 columns wide. A terminal gets colours.
final class Stage {
  private static final int WIDEST = 80;
  private static final int NARROWEST = 60;

  // Numbers of colours.
  private static final String PLAIN = "0";
  private static final String TITLE = "1";
  private static final String QUIET = "2";
  private static final String REMOVED = "31";
  private static final String ADDED = "32";
  private static final String ACTION = "36";

  private final PrintStream out;
  private final int width;
  private final boolean colours;
  private final long startedNanos = System.nanoTime();
  private int scenes;

  Stage(OutputStream out, Screen screen) {
    Charset charset =
        Charset.forName(System.getProperty("stdout.encoding", "UTF-8"), StandardCharsets.UTF_8);
    this.out = new PrintStream(out, true, charset);
    this.width = Math.clamp(screen.columns().orElse(WIDEST), NARROWEST, WIDEST);
    this.colours = screen.colours();
  }

  /// Begins a scene, and says what happens and why.
  void scene(String title, String... caption) throws Refusal {
    if (out.checkError()) {
      throw new Refusal(1, "the output was closed");
    }
    out.println();
    show("", ++scenes + ". " + title, TITLE);
    for (String line : caption) {
      show("   ", line, PLAIN);
    }
  }

  /// Shows an action: a command, a call, an edit.
  void action(String who, String what) {
    show("   " + who + " ", what, ACTION);
  }

  /// Shows an answer, unchanged.
  void answer(String text) {
    text.lines()
        .forEach(line ->
            show("   | ", line.replace("\t", "    "), line.startsWith(Words.MARK) ? TITLE : PLAIN));
  }

  /// Shows the lines of a change to a file.
  void change(List<String> lines) {
    lines.forEach(line -> show("     ", line, line.startsWith("-") ? REMOVED : ADDED));
  }

  /// Shows a fact that is in no answer.
  void remark(String text) {
    show("   ", text, QUIET);
  }

  void line(String text) {
    show("", text, PLAIN);
  }

  long elapsedMillis() {
    return (System.nanoTime() - startedNanos) / 1_000_000;
  }

  private void show(String indent, String text, String colour) {
    for (String line : wrap(text, width - indent.length())) {
      boolean painted = colours && !line.isEmpty() && !colour.equals(PLAIN);
      out.println(
          painted
              ? indent + "\u001b[" + colour + "m" + line + "\u001b[0m"
              : (indent + line).stripTrailing());
    }
  }

  /// Breaks at blanks, but not before a number. The lines that follow are indented by two more
  /// columns. A word that is too long, such as a path, stays whole.
  private static List<String> wrap(String text, int width) {
    if (text.length() <= width) {
      return List.of(text);
    }
    String bare = text.stripLeading();
    String indent = " ".repeat(text.length() - bare.length());
    // keeps `exit code 1` together
    String glued = bare.replaceAll(" (?=\\d)", String.valueOf(Words.GLUE));
    String lines = String.join("\n  " + indent, Words.lines(glued, width - indent.length() - 2));
    return (indent + lines).lines().toList();
  }
}
