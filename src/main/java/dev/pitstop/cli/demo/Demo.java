package dev.pitstop.cli.demo;

import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.process.Screen;
import dev.pitstop.process.Surroundings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/// `pitstop demo`: a whole session, played in the terminal, in front of a bundled server that is
/// built, crashed, edited and built again in a temporary directory with a JDK, or else Node. Every
/// answer that the demo shows comes from the real programs.
///
/// Runs on the caller's thread.
public final class Demo {
  private Demo() {}

  /// Plays the demo.
  ///
  /// @param args must be empty
  /// @param out where the demo is shown
  /// @param version of Pitstop
  /// @return the exit code
  /// @throws Refusal if something went wrong
  public static int run(List<String> args, OutputStream out, Surroundings here, String version)
      throws IOException, Refusal, UsageException, InterruptedException {
    if (!args.isEmpty()) {
      throw new UsageException("`pitstop demo` takes no arguments");
    }
    try {
      play(here, new Stage(out, Screen.ours(here.environment())), version);
      return 0;
    } catch (Refusal e) {
      throw new Refusal(1, "the demo failed: " + e.getMessage());
    }
  }

  /// A workshop with the first sample server that can be built.
  private static Workshop built(Surroundings here) throws Refusal, IOException, UsageException {
    List<String> failed = new ArrayList<>();
    for (Sample s : Sample.all(here.environment(), System.getProperty("pitstop.jdk", ""))) {
      Workshop workshop = Workshop.open(s, here.environment(), here.err());
      try {
        workshop.build();
        return workshop;
      } catch (Refusal e) {
        workshop.close();
        failed.add(e.getMessage());
      }
    }
    throw new Refusal(
        1, Sample.NONE + (failed.isEmpty() ? "" : " (" + String.join("; ", failed) + ")"));
  }

  private static void play(Surroundings here, Stage stage, String version)
      throws Refusal, IOException, UsageException, InterruptedException {
    try (Workshop workshop = built(here)) {
      Sample sample = workshop.sample();
      stage.line("Pitstop keeps your coding agent connected while it rewrites an MCP server.");
      stage.line("This is a real session with a small server; no answer is canned.");
      stage.scene(
          "Put `pitstop` before the server's command",
          "The client starts Pitstop, and Pitstop starts the server.");
      stage.action("$", sample.build());
      stage.action("$", "pitstop --name weather --build \"" + sample.build() + "\" \\");
      stage.action(" ", "  -- " + String.join(" ", sample.command()));
      long begun = stage.elapsedMillis();
      try (Started pitstop = workshop.pitstop(version)) {
        new Story(pitstop, workshop, stage).play(begun);
      }
    }
    long tenths = stage.elapsedMillis() / 100;
    stage.line("");
    stage.line(
        "That was one session over one connection, in " + tenths / 10 + "." + tenths % 10 + " s.");
    stage.line("For your own server, put this before its command in the client's");
    stage.line("configuration:  pitstop --build \"YOUR BUILD COMMAND\" --");
  }
}
