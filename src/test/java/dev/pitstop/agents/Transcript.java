package dev.pitstop.agents;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the scripted model was sent in a session, as `model.py` has recorded it.
///
/// @param steps by their numbers; one more than the script has if it was played to its end
/// @param wrong what went wrong within the model
/// @param how how the client ended, and what it said then
record Transcript(List<Step> steps, List<String> wrong, String how) {
  static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  /// What the model was sent before it took a step.
  ///
  /// @param listed whether the client had told of the tool that the step calls
  /// @param tools the server's tools as listed to the model, by the server's own names
  /// @param result of the step before, as JSON
  /// @param prose what was sent besides
  private record Step(boolean listed, Map<String, String> tools, String result, String prose) {}

  static Transcript read(Path record, String how) throws IOException {
    List<Step> steps = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(record)) {
      JsonObject entry = JsonParser.parseString(line).getAsJsonObject();
      if (entry.has("failed")) {
        wrong.add(entry.get("failed").getAsString());
      } else if (entry.has("step") && entry.get("step").getAsInt() == steps.size()) {
        Map<String, String> tools = new TreeMap<>();
        for (Map.Entry<String, JsonElement> tool : entry.getAsJsonObject("tools").entrySet()) {
          tools.put(tool.getKey(), tool.getValue().getAsString());
        }
        steps.add(
            new Step(
                entry.get("listed").getAsBoolean(),
                tools,
                entry.get("result").getAsString(),
                entry.get("prose").getAsString()));
      }
    }
    return new Transcript(List.copyOf(steps), List.copyOf(wrong), how);
  }

  /// What the model was sent of the result of its step.
  String result(int step) {
    return at(step + 1).result();
  }

  /// Whether the tool that the step calls was in what the model had been sent by then.
  boolean listed(int step) {
    return at(step).listed();
  }

  /// The server's tools as listed to the model before the step.
  Map<String, String> tools(int step) {
    return at(step).tools();
  }

  /// What the model was sent before its first step, but for the tools.
  String prose() {
    return at(0).prose();
  }

  private Step at(int step) {
    if (step >= steps.size()) {
      throw new AssertionError(
          "the session ended after %d requests, %s; %s".formatted(steps.size(), wrong, how));
    }
    return steps.get(step);
  }
}
