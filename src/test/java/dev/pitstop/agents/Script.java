package dev.pitstop.agents;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;

/// What the scripted model does, a step after the other; `model.py` says how it is written.
final class Script {
  private final Path work;
  private final Path log;
  private final JsonArray steps = new JsonArray();
  private JsonArray first = new JsonArray();

  /// @param work where the server is
  /// @param log Pitstop's
  Script(Path work, Path log) {
    this.work = work;
    this.log = log;
  }

  /// Edits the server before the next step.
  Script edit(String old, String text) {
    JsonObject action = new JsonObject();
    action.addProperty("edit", work.resolve("server.py").toString());
    action.addProperty("old", old);
    action.addProperty("new", text);
    first.add(action);
    return this;
  }

  /// Kills the server before the next step, which Pitstop then knows of.
  Script kill() {
    JsonObject action = new JsonObject();
    action.addProperty("kill", work.resolve("pids").toString());
    action.addProperty("log", log.toString());
    JsonArray words = new JsonArray();
    words.add(" WARN ");
    words.add(" exit server=");
    action.add("words", words);
    first.add(action);
    return this;
  }

  Script call(String tool) {
    return call(tool, new JsonObject());
  }

  Script call(String tool, JsonObject arguments) {
    JsonObject step = new JsonObject();
    step.addProperty("call", tool);
    step.add("with", arguments);
    step.add("first", first);
    first = new JsonArray();
    steps.add(step);
    return this;
  }

  /// The step just added looks for these tools, where a client does not list its tools.
  Script searching(List<String> tools) {
    JsonObject step = steps.get(steps.size() - 1).getAsJsonObject();
    step.addProperty("search", String.join(" ", tools));
    return this;
  }

  @Override
  public String toString() {
    return Transcript.GSON.toJson(steps);
  }
}
