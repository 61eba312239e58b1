package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// As [DifferentialTest], through the names: what a real client sees of `server-everything` over a
/// direct connection it must also see of `everything__…` among three servers, one of which has
/// tools and prompts of the same names.
///
/// What may differ, each of which is taken out here and must be as is said:
/// - the name of a tool or prompt in a list: `everything__` before it;
/// - that a tool may or must be a task, and calls of it: there are no tasks among many;
/// - entries of the other two servers, and Pitstop's own tools, in lists;
/// - the introduction, which is Pitstop's own;
/// - how often lists are said to have changed;
/// - the words, not the code, for a method that nobody knows: Pitstop says them;
/// - `PITSTOP_CONFIGS` in the server's environment.
@DisplayName("many servers: through the names and directly")
@Tag("all")
class ManyDifferentialTest {
  private static final String PREFIX = "everything__";

  /// How many the server has after the handshake.
  private static final int TOOLS = 17;

  @RegisterExtension final ManyBench bench = new ManyBench();

  private Path packages() {
    return Bench.nodeDir().resolve("node_modules/@modelcontextprotocol");
  }

  private List<String> everything() {
    return DifferentialTest.node(packages().resolve("server-everything/dist/index.js"), "stdio");
  }

  /// Three servers in a configuration file; the one in question is not the first.
  private List<String> three() {
    FixtureServer twin =
        bench.server("twin", "{'tools':['echo','get-sum'],'prompts':['simple-prompt']}");
    Map<String, JsonObject> servers = new LinkedHashMap<>();
    servers.put("twin", twin.entry());
    servers.put("everything", FixtureServer.entry(everything()));
    servers.put(
        "memory",
        FixtureServer.entry(
            DifferentialTest.node(packages().resolve("server-memory/dist/index.js"))));
    bench.save(servers);
    return List.of(Bench.launcher().toString(), "--config", bench.config().toString());
  }

  @ParameterizedTest(name = "SDK {0}")
  @ValueSource(strings = {"1", "2"})
  void sameThroughTheNames(String sdk) throws IOException {
    DifferentialTest.Play play = play("direct", sdk, everything());
    JsonObject among =
        play("among", sdk, three(), "--server", "everything", "--tools", Integer.toString(TOOLS))
            .transcript();
    JsonObject direct = play.transcript();
    assertThat(list(direct, "tools")).as("what the first list waits for").hasSize(TOOLS);

    assertThat(DifferentialTest.step(among, "introduction").toString())
        .contains("\"name\":\"pitstop\"");
    withoutSteps(direct, "introduction");
    withoutSteps(among, "introduction");
    takeNamesOff(among, "tools", true);
    takeNamesOff(among, "prompts", false);
    takeOtherResourcesOff(among);
    takeEnvironmentOff(among);
    takeSpeakerOff(among);
    takeWordsOff(direct);
    takeWordsOff(among);
    withoutListChanges(direct);
    withoutListChanges(among);
    list(direct, "tools").forEach(tool -> tool.getAsJsonObject().remove("execution"));
    assertThat(list(among, "tools").toString()).doesNotContain("taskSupport");
    if (sdk.equals("1")) { // the other knows no tasks of 2025-11-25
      takeTasksOff(direct, among);
    }
    sort(direct);
    sort(among);
    DifferentialTest.assertSame(among, direct);
  }

  private DifferentialTest.Play play(
      String folder, String sdk, List<String> command, String... options) throws IOException {
    return DifferentialTest.Play.begin(
        bench.bench(), bench.path(folder), sdk, "legacy", "everything", command, options);
  }

  private static void withoutSteps(JsonObject transcript, String name) {
    transcript.getAsJsonArray("steps").remove(DifferentialTest.step(transcript, name));
  }

  private static JsonArray list(JsonObject transcript, String kind) {
    return DifferentialTest.step(transcript, kind + "/list")
        .getAsJsonObject("result")
        .getAsJsonArray(kind);
  }

  /// Entries of the one server lose the prefix that each must have; others must be somebody's.
  private static void takeNamesOff(JsonObject transcript, String kind, boolean withOurs) {
    JsonArray theirs = new JsonArray();
    List<String> others = new ArrayList<>();
    for (JsonElement each : list(transcript, kind)) {
      JsonObject entry = each.getAsJsonObject();
      String name = entry.get("name").getAsString();
      if (name.startsWith(PREFIX)) {
        entry.addProperty("name", name.substring(PREFIX.length())); // keeps its place
        theirs.add(entry);
      } else {
        others.add(name);
      }
    }
    assertThat(others)
        .contains("tools".equals(kind) ? "twin__echo" : "twin__simple-prompt")
        .allMatch(name ->
            name.startsWith("twin__")
                || name.startsWith("memory__")
                || (withOurs && Hub.OWN.contains(name)));
    DifferentialTest.step(transcript, kind + "/list").getAsJsonObject("result").add(kind, theirs);
  }

  /// Resources keep their URIs: those of `server-everything` tell themselves.
  private static void takeOtherResourcesOff(JsonObject transcript) {
    JsonArray theirs = new JsonArray();
    for (JsonElement each : list(transcript, "resources")) {
      String uri = each.getAsJsonObject().get("uri").getAsString();
      if (uri.startsWith("demo://")) {
        theirs.add(each);
      } else {
        assertThat(uri).startsWith("memory://");
      }
    }
    DifferentialTest.step(transcript, "resources/list")
        .getAsJsonObject("result")
        .add("resources", theirs);
  }

  /// The servers are told which files led to them.
  private static void takeEnvironmentOff(JsonObject transcript) {
    JsonArray names = DifferentialTest.step(transcript, "call get-env").getAsJsonArray("result");
    assertThat(names.remove(new JsonPrimitive("PITSTOP_CONFIGS"))).isTrue();
  }

  /// Log messages and questions say which of the servers speaks.
  private static void takeSpeakerOff(JsonObject transcript) {
    for (JsonElement each : transcript.getAsJsonArray("requests")) {
      JsonObject params = each.getAsJsonObject().getAsJsonObject("params");
      takeOff(params, "systemPrompt", "The MCP server `everything` asks this.\n\n");
      takeOff(params, "message", "[everything] ");
    }
    for (JsonElement each : transcript.getAsJsonArray("notifications")) {
      if (each.getAsJsonObject().get("method").getAsString().equals("notifications/message")) {
        JsonObject params = each.getAsJsonObject().getAsJsonObject("params");
        if (params.get("logger").equals(new JsonPrimitive("everything"))) {
          params.remove("logger"); // it names none itself
        } else {
          takeOff(params, "logger", "everything/");
        }
      }
    }
  }

  /// What was sorted with the names of speakers in it is so without them.
  private static void sort(JsonObject transcript) {
    for (String kind : List.of("requests", "notifications")) {
      JsonArray sorted = new JsonArray();
      transcript.getAsJsonArray(kind).asList().stream()
          .sorted(Comparator.comparing(JsonElement::toString))
          .forEach(sorted::add);
      transcript.add(kind, sorted);
    }
  }

  private static void takeOff(JsonObject params, String key, String beginning) {
    if (params != null && params.has(key)) {
      String text = params.get(key).getAsString();
      assertThat(text).startsWith(beginning);
      params.addProperty(key, text.substring(beginning.length()));
    }
  }

  private static void takeWordsOff(JsonObject transcript) {
    JsonObject error = DifferentialTest.step(transcript, "unknown method").getAsJsonObject("error");
    assertThat(error.remove("message").getAsString()).contains("Method not found");
  }

  private static void withoutListChanges(JsonObject transcript) {
    List<JsonElement> changes = new ArrayList<>();
    transcript
        .getAsJsonArray("notifications")
        .forEach(n -> {
          if (n.getAsJsonObject().get("method").getAsString().endsWith("/list_changed")) {
            changes.add(n);
          }
        });
    changes.forEach(transcript.getAsJsonArray("notifications")::remove);
  }

  /// Among many, a tool that must be called as a task is called without one, and the server refuses
  /// that.
  private static void takeTasksOff(JsonObject direct, JsonObject among) {
    for (String name : List.of("research as a task", "ambiguous research as a task")) {
      assertThat(DifferentialTest.step(among, name).toString()).contains("invalid_type", "task");
      withoutSteps(direct, name);
      withoutSteps(among, name);
    }
    for (String kind : List.of("requests", "notifications")) {
      List<JsonElement> ofTasks =
          direct.getAsJsonArray(kind).asList().stream()
              .filter(m -> m.toString().contains("taskId"))
              .toList();
      ofTasks.forEach(direct.getAsJsonArray(kind)::remove);
    }
  }
}
