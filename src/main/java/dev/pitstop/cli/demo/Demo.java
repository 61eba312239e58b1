package dev.pitstop.cli.demo;

import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Screen;
import dev.pitstop.process.StderrRing;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `pitstop demo`: a whole session, played in the terminal. Pitstop is started as a client would
/// start it, in front of a bundled server that is built, crashed, edited and built again in a
/// temporary directory with a JDK, or else Node, or else Python 3. Every answer that the demo shows
/// comes from the real programs.
///
/// Runs on the caller's thread.
public final class Demo {
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private Demo() {}

  /// Plays the demo. An error goes to stderr, in one line.
  ///
  /// @param args must be empty
  /// @param out where the demo is shown
  /// @return 0; 1 if something went wrong; 2 if there are arguments
  public static int run(List<String> args, OutputStream out) {
    PrintStream err = System.err;
    if (!args.isEmpty()) {
      err.println("pitstop: `pitstop demo` takes no arguments");
      return USAGE;
    }
    Map<String, String> environment = System.getenv();
    try {
      play(environment, stage(out));
      return 0;
    } catch (DemoFailure e) {
      err.println("pitstop: the demo failed: " + e.getMessage());
    } catch (IOException e) {
      err.println("pitstop: the demo failed: " + e);
    }
    return FAILED;
  }

  private static Stage stage(OutputStream out) {
    Screen screen = Screen.ours(System.getenv());
    Charset charset =
        Charset.forName(System.getProperty("stdout.encoding", "UTF-8"), StandardCharsets.UTF_8);
    return new Stage(
        out, charset, screen.columns().orElse(Stage.WIDTH), screen.terminal(), screen.colours());
  }

  /// A workshop with the first kit that can build its sample server. A program on the `PATH` may be
  /// too old, or only a stub that offers to install the program.
  private static Workshop built(Map<String, String> environment) throws DemoFailure, IOException {
    List<String> failed = new ArrayList<>();
    String builtWith = System.getProperty("pitstop.jdk", "");
    for (Kit kit : Kit.all(environment, builtWith, System.getProperty("java.home", ""))) {
      Workshop workshop = Workshop.open(kit, environment);
      try {
        workshop.build();
        return workshop;
      } catch (DemoFailure e) {
        workshop.close();
        failed.add(e.getMessage());
      }
    }
    throw new DemoFailure(
        Kit.NONE + (failed.isEmpty() ? "" : " (" + String.join("; ", failed) + ")"));
  }

  private static void play(Map<String, String> environment, Stage stage)
      throws DemoFailure, IOException {
    try (Workshop workshop = built(environment)) {
      Sample sample = workshop.sample();
      stage.line("Pitstop keeps your coding agent connected while it rewrites an MCP server.");
      stage.line("This is a real session with a small server; no answer is canned.");
      stage.scene(
          "Put `pitstop` before the server's command",
          "The client starts Pitstop, and Pitstop starts the server.");
      stage.action("$", sample.build());
      stage.action("$", "pitstop --name weather --build \"" + sample.build() + "\" \\");
      stage.action(" ", "  -- " + String.join(" ", sample.command()));
      StderrRing ring = new StderrRing();
      try (OsSpawner spawner = workshop.spawner()) {
        DemoClient client = new DemoClient(workshop.pitstop(), spawner, ring);
        new Story(client, workshop, stage).play();
        client.leave();
      } catch (DemoFailure e) {
        String last = ring.lastOf(1, StderrRing.LINES).stream().findFirst().orElse("");
        throw new DemoFailure(e.getMessage() + (last.isEmpty() ? "" : " (" + last + ")"), e);
      }
    }
    stage.end();
  }
}
