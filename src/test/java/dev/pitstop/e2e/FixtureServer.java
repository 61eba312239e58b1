package dev.pitstop.e2e;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A server of `src/test/servers/scripted.py`: what it is stands in a plan that tests may rewrite,
/// for its next process or while it runs. In its folder it tells what happened to it.
///
/// @param argv the command that starts it
/// @param dir its folder
record FixtureServer(List<String> argv, Path dir) {
  /// No server yet.
  static final FixtureServer NONE = new FixtureServer(List.of(), Path.of("none"));

  private static final Path SCRIPTS = Path.of("src/test/servers").toAbsolutePath();

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

  /// @param options what counts more than the plan
  static FixtureServer in(Path dir, String plan, String... options) {
    // Without the site packages, which it does not need, and without leaving compiled files.
    List<String> argv = new ArrayList<>(List.of(PYTHON, "-SB", file("scripted.py"), "" + dir));
    argv.addAll(List.of(options));
    FixtureServer server = new FixtureServer(List.copyOf(argv), dir);
    server.plan(plan);
    return server;
  }

  /// A file of `src/test/servers`.
  static String file(String name) {
    return SCRIPTS.resolve(name).toString();
  }

  /// Replaces its plan; a process that runs takes it when its tool `replan` is called.
  void plan(String lenient) {
    Disk.save(dir.resolve("plan.json"), Json.text(Json.object(lenient)));
  }

  /// How a configuration file, and `add_server`, name it.
  JsonObject entry() {
    return entry(argv);
  }

  /// The same of any command.
  static JsonObject entry(List<String> argv) {
    JsonObject entry = new JsonObject();
    entry.addProperty("command", argv.getFirst());
    JsonArray args = new JsonArray();
    argv.stream().skip(1).forEach(args::add);
    entry.add("args", args);
    return entry;
  }

  /// The same with more members.
  JsonObject entry(String more) {
    JsonObject entry = entry();
    Json.object(more).entrySet().forEach(member -> entry.add(member.getKey(), member.getValue()));
    return entry;
  }

  /// The messages that all processes of this server received, in order.
  List<JsonObject> received() {
    return entries().stream().map(entry -> Json.object(entry.get("line").getAsString())).toList();
  }

  /// Waits until so many messages that match were received.
  void awaitReceived(int count, Predicate<JsonObject> matches) {
    Await.until(
        () -> received().stream().filter(matches).count() >= count,
        () -> "the server received only " + received());
  }

  void awaitMethod(String method) {
    awaitReceived(1, method(method));
  }

  void awaitCall(String tool) {
    awaitCalls(1, tool);
  }

  void awaitCalls(int count, String tool) {
    awaitReceived(count, callOf(tool));
  }

  static Predicate<JsonObject> method(String method) {
    return message -> message.has("method") && message.get("method").getAsString().equals(method);
  }

  static Predicate<JsonObject> callOf(String tool) {
    return method("tools/call")
        .and(message -> Json.at(message, "params").get("name").getAsString().equals(tool));
  }

  /// How often a tool was executed, over all processes.
  int executionsOf(String tool) {
    return (int) lines("executions").stream().filter(tool::equals).count();
  }

  /// The pid of every process of this server that there has been, in order of birth.
  List<Long> pids() {
    return lines("spawns").stream().map(Long::valueOf).toList();
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

  void awaitSpawns(int count) {
    Await.until(() -> pids().size() >= count, () -> "only " + pids().size() + " spawns");
  }

  private List<JsonObject> entries() {
    return lines("received").stream().map(Json::object).toList();
  }

  /// The complete lines of a file in its folder, to which it may be appending.
  List<String> lines(String name) {
    return Disk.wholeLines(dir.resolve(name));
  }
}
