package dev.pitstop.cli.demo;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.List;

/// Shows the demo: captions, actions and answers, at most 80 columns wide. On a terminal it uses
/// colors, and pauses between scenes so that a person can follow. Elsewhere it prints plain text
/// without pauses.
final class Stage {
  /// Who gets the colour: see [#show].
  enum Style {
    PLAIN(""),
    TITLE("1"),
    ACTION("36"),
    REMOVED("31"),
    ADDED("32"),
    QUIET("2");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  /// The default width, which is also the largest.
  static final int WIDTH = 80;

  private static final int NARROWEST = 60;

  private final OutputStream out;
  private final Charset charset;
  private final int width;
  private final boolean colours;
  private final long startedNanos = System.nanoTime();
  private int scenes;

  /// @param width the columns of the terminal; the text uses 60 to 80 of them
  /// @param colours whether the terminal may be sent colours
  Stage(OutputStream out, Charset charset, int width, boolean colours) {
    this.out = out;
    this.charset = charset;
    this.width = Math.clamp(width, NARROWEST, WIDTH);
    this.colours = colours;
  }

  /// Begins a scene, and says what happens and why.
  void scene(String title, String... caption) throws Refusal {
    scenes++;
    print("\n");
    show("", scenes + ". " + title, Style.TITLE);
    for (String line : caption) {
      show("   ", line, Style.PLAIN);
    }
  }

  /// Shows an action: a command, a call, an edit.
  void action(String who, String what) throws Refusal {
    show("   " + who + " ", what, Style.ACTION);
  }

  /// Shows an answer, unchanged.
  void answer(String text) throws Refusal {
    for (String line : text.lines().toList()) {
      show(
          "   | ",
          line.replace("\t", "    "),
          line.startsWith("[pitstop]") ? Style.TITLE : Style.PLAIN);
    }
  }

  /// Shows the lines of a change to a file.
  void change(List<String> lines) throws Refusal {
    for (String line : lines) {
      show("     ", line, line.startsWith("-") ? Style.REMOVED : Style.ADDED);
    }
  }

  /// Shows a fact that is in no answer.
  void remark(String text) throws Refusal {
    show("   ", text, Style.QUIET);
  }

  void line(String text) throws Refusal {
    show("", text, Style.PLAIN);
  }

  /// The last lines.
  void end() throws Refusal {
    long tenths = elapsedMillis() / 100;
    line("");
    line("That was one session over one connection, in " + tenths / 10 + "." + tenths % 10 + " s.");
    line("For your own server, put this before its command in the client's");
    line("configuration:  pitstop --build \"YOUR BUILD COMMAND\" --");
  }

  long elapsedMillis() {
    return (System.nanoTime() - startedNanos) / 1_000_000;
  }

  private void show(String indent, String text, Style style) throws Refusal {
    boolean painted = colours && !style.code.isEmpty();
    for (String line : wrap(text, width - indent.length())) {
      String plain = (indent + line).stripTrailing();
      if (painted && plain.length() > indent.length()) {
        String body = plain.substring(indent.length());
        print(indent + "\u001b[" + style.code + "m" + body + "\u001b[0m\n");
      } else {
        print(plain + "\n");
      }
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

  private void print(String text) throws Refusal {
    try {
      out.write(text.getBytes(charset));
      out.flush();
    } catch (IOException e) {
      throw new Refusal(1, "the output was closed");
    }
  }
}
