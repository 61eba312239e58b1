package dev.pitstop.e2e;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// A server of `src/test/many/server.py`: what it is stands in a plan that tests may rewrite, for
/// its next process or while it runs.
///
/// @param files what its processes tell of themselves
record PlannedServer(Path dir, FixtureServer files) {
  /// No server yet.
  static final PlannedServer NONE = new PlannedServer(Path.of("none"), FixtureServer.NONE);

  private static final Path SCRIPT = Path.of("src/test/many/server.py").toAbsolutePath();

  /// The interpreter itself: a wrapper in front of it would cost each start of a server.
  static final String PYTHON = python();

  private static String python() {
    try {
      Process python =
          new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      python.getOutputStream().close();
      return new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("these tests need python3 on the PATH", e);
    }
  }

  static PlannedServer in(Path dir, String plan) {
    // Without the site packages, which it does not need, and without leaving compiled files.
    List<String> argv = List.of(PYTHON, "-SB", SCRIPT.toString(), dir.toString());
    PlannedServer server =
        new PlannedServer(
            dir, new FixtureServer(argv, dir.resolve("received"), dir, dir.resolve("executions")));
    server.plan(plan);
    return server;
  }

  /// Replaces its plan; a process that runs takes it when its tool `replan` is called.
  void plan(String lenient) {
    try {
      Path written = Files.writeString(dir.resolve("plan.new"), Json.text(Json.object(lenient)));
      Files.move(written, dir.resolve("plan.json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How a configuration file, and `add_server`, name it.
  JsonObject entry() {
    JsonObject entry = new JsonObject();
    entry.addProperty("command", files.argv().getFirst());
    JsonArray args = new JsonArray();
    files.argv().stream().skip(1).forEach(args::add);
    entry.add("args", args);
    return entry;
  }

  /// The same with more members.
  JsonObject entry(String more) {
    JsonObject entry = entry();
    Json.object(more).entrySet().forEach(member -> entry.add(member.getKey(), member.getValue()));
    return entry;
  }

  List<Long> pids() {
    return files.pids();
  }

  /// The one process that it has had.
  long pid() {
    if (pids().size() != 1) {
      throw new AssertionError("not one process: " + pids());
    }
    return pids().getFirst();
  }

  /// What it was told that no server may be told.
  List<String> complaints() {
    return lines("complaints");
  }

  List<String> lines(String file) {
    try {
      Path path = dir.resolve(file);
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
