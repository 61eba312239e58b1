package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A server that tests run, with the files through which it tells what happened to it.
///
/// @param argv the command that starts it
/// @param log every line it received, as `{pid, line}`
/// @param state its folder: a line in `spawns` for each process there was, and markers
/// @param executions a line with the tool's name for each call that was executed
record FixtureServer(List<String> argv, Path log, Path state, Path executions) {

  /// No server yet.
  static final FixtureServer NONE =
      new FixtureServer(List.of(), Path.of("none"), Path.of("none"), Path.of("none"));

  /// The messages that all processes of this server received, in order.
  List<JsonObject> received() {
    return entries().stream().map(entry -> Json.object(entry.get("line").getAsString())).toList();
  }

  /// The messages that the process received.
  List<JsonObject> receivedBy(long pid) {
    return entries().stream()
        .filter(entry -> entry.get("pid").getAsLong() == pid)
        .map(entry -> Json.object(entry.get("line").getAsString()))
        .toList();
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
    return (int) linesOf(executions).stream().filter(tool::equals).count();
  }

  /// The pid of every process of this server that there has been, in order of birth.
  List<Long> pids() {
    return linesOf(state.resolve("spawns")).stream().map(Long::valueOf).toList();
  }

  void awaitSpawns(int count) {
    Await.until(() -> pids().size() >= count, () -> "only " + pids().size() + " spawns");
  }

  private List<JsonObject> entries() {
    return linesOf(log).stream().map(Json::object).toList();
  }

  /// The complete lines of a file that another process may be appending to.
  static List<String> linesOf(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      String text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The same server with more arguments.
  FixtureServer with(String... more) {
    List<String> longer = new ArrayList<>(argv);
    longer.addAll(List.of(more));
    return new FixtureServer(List.copyOf(longer), log, state, executions);
  }
}
