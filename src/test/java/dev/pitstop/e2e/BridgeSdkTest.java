package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The published SDKs of both generations at both ends: what a client sees of a server of the other
/// era behind Pitstop, it sees of the same server in its own era without Pitstop.
///
/// What differs, and is taken out of both transcripts:
/// - what only one era has in a result: `resultType`, `ttlMs`, `cacheScope` and the server's name
///   in `_meta` (2026-07-28, `Result`, `CacheableResult`), `execution` (2025-11-25, `Tool`);
/// - `$schema` in tools, which the two SDKs' servers fill in themselves;
/// - progress tokens and ids of subscriptions, which the clients count;
/// - the instructions: Pitstop's own sentence is before the server's;
/// - the order of questions of calls that run at once, and of keys.
@DisplayName("published SDKs of both generations over servers of the other era")
class BridgeSdkTest {
  private static final Set<String> OF_ONE_ERA =
      Set.of(
          "resultType",
          "ttlMs",
          "cacheScope",
          "io.modelcontextprotocol/serverInfo",
          "io.modelcontextprotocol/subscriptionId",
          "execution",
          "$schema",
          "progressToken",
          "instructions");

  @RegisterExtension final ManyBench bench = new ManyBench();

  enum Shape {
    ONE,
    MANY
  }

  /// A client, and how it knows its server.
  private record Player(String sdk, String mode, String script) {}

  @ParameterizedTest(name = "{0}")
  @EnumSource(Shape.class)
  @DisplayName("SDK 1 over a server on SDK 2 that asks, and that knows the modern era only")
  void legacyOverModern(Shape shape) throws IOException {
    same(shape, new Player("1", "legacy", "asking"), own("asking1"), own("asking2"), "asking", 10);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Shape.class)
  @DisplayName("SDK 2 in the modern era over a server on SDK 1 that asks")
  void modernOverLegacy(Shape shape) throws IOException {
    same(shape, new Player("2", "modern", "asking"), own("asking2"), own("asking1"), "asking", 10);
  }

  /// With one server, such a client falls back to the server's era: see [DifferentialTest].
  @Tag("all")
  @Test
  @DisplayName("SDK 2, which speaks both eras, over a server on SDK 1 that asks, among many")
  void bothErasOverLegacy() throws IOException {
    Player player = new Player("2", "auto", "asking");
    same(Shape.MANY, player, own("asking2"), own("asking1"), "asking", 10);
  }

  /// One step differs: for a resource that is not there, SDK 2 says -32602 in both eras, and
  /// Pitstop what 2025-11-25 says (server/resources, "Error Handling").
  @Tag("all")
  @ParameterizedTest(name = "{0}")
  @EnumSource(Shape.class)
  @DisplayName("SDK 1 over sdk2.mjs, which speaks both eras, and which refuses the legacy one")
  void theSameServerInItsOtherEra(Shape shape) throws IOException {
    Player player = new Player("1", "legacy", "small");
    DifferentialTest.Play direct = play("direct", player, own("sdk2"));
    JsonObject through = through(shape, player, own("sdk2", "--modern-only"), "small", 6);
    assertThat(Json.text(withoutUnknown(through))).contains("\"code\":-32002");
    JsonObject expected = comparable(direct.transcript(), "small", shape);
    assertThat(Json.text(withoutUnknown(expected))).contains("\"code\":-32602");
    DifferentialTest.assertSame(through, expected);
  }

  private static JsonObject withoutUnknown(JsonObject transcript) {
    JsonObject unknown = DifferentialTest.step(transcript, "read unknown");
    transcript.getAsJsonArray("steps").remove(unknown);
    return unknown;
  }

  /// Steps that server-everything cannot answer as in its own era are not in the script, or are
  /// here:
  /// - `introduction`: the revision itself;
  /// - `call url elicitation by error`: the error -32042 is of 2025-11-25 only (2026-07-28,
  ///   changelog: URL elicitation is an input request);
  /// - `read unknown`: -32002 is -32602 now (2026-07-28, server/resources, "Error Handling");
  /// - the roots, which it asks for by a timer after the handshake, when no call is open: nothing
  ///   carries such a question in the modern era (2026-07-28, basic/patterns/mrtr). So its tool
  ///   `get-roots-list` has none, and log messages by a timer have no request that wants them
  ///   (2026-07-28, server/utilities/logging);
  /// - `ping`, `logging/setLevel`, `notifications/roots/list_changed` and tasks of 2025-11-25 are
  ///   not in the modern era (2026-07-28, changelog).
  @Tag("all")
  @ParameterizedTest(name = "{0}")
  @EnumSource(Shape.class)
  @DisplayName("SDK 2 in the modern era over server-everything")
  void everything(Shape shape) throws IOException {
    Path script =
        Bench.nodeDir()
            .resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    List<String> server = DifferentialTest.node(script, "stdio");
    DifferentialTest.Play direct = play("direct", new Player("2", "legacy", "everything"), server);
    Player modern = new Player("2", "modern", "everything-modern");
    JsonObject through = through(shape, modern, server, "everything", 17);
    JsonObject own = comparable(direct.transcript(), "everything", shape);
    Set<String> others = Set.of("introduction", "call url elicitation by error", "read unknown");
    int compared = 0;
    for (JsonElement each : through.getAsJsonArray("steps")) {
      String name = each.getAsJsonObject().get("step").getAsString();
      if (!others.contains(name)) {
        assertThat(Json.text(each)).isEqualTo(Json.text(DifferentialTest.step(own, name)));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(25);
    assertThat(Json.text(DifferentialTest.step(through, "read unknown")))
        .contains("\"code\":-32602");
  }

  private void same(
      Shape shape,
      Player player,
      List<String> ofItsEra,
      List<String> ofTheOther,
      String name,
      int tools)
      throws IOException {
    DifferentialTest.Play direct = play("direct", player, ofItsEra);
    JsonObject through = through(shape, player, ofTheOther, name, tools);
    DifferentialTest.assertSame(through, comparable(direct.transcript(), name, shape));
  }

  private JsonObject through(
      Shape shape, Player player, List<String> server, String name, int tools) throws IOException {
    return switch (shape) {
      case ONE -> comparable(play("one", player, one(player, server)).transcript(), name, shape);
      case MANY -> {
        String[] options = {"--server", name, "--tools", Integer.toString(tools)};
        yield comparable(
            play("many", player, many(name, server), options).transcript(), name, shape);
      }
    };
  }

  private DifferentialTest.Play play(
      String folder, Player player, List<String> command, String... options) throws IOException {
    return DifferentialTest.Play.begin(
        bench.bench(),
        bench.path(folder),
        player.sdk,
        player.mode,
        player.script,
        command,
        options);
  }

  private static List<String> own(String server, String... options) {
    return DifferentialTest.node(Bench.nodeDir().resolve("servers/" + server + ".mjs"), options);
  }

  private static List<String> one(Player player, List<String> server) {
    return player.mode.equals("modern")
        ? Bench.pitstopArgv(server, "--set=modernClient=true")
        : Bench.pitstopArgv(server);
  }

  /// Two servers in a configuration file; the one in question is not the first.
  private List<String> many(String name, List<String> server) {
    Map<String, JsonObject> servers = new LinkedHashMap<>();
    servers.put("twin", bench.server("twin", "{'tools':['echo']}").entry());
    JsonObject entry = new JsonObject();
    entry.addProperty("command", server.getFirst());
    JsonArray args = new JsonArray();
    server.stream().skip(1).forEach(args::add);
    entry.add("args", args);
    servers.put(name, entry);
    bench.save(servers);
    return List.of(Bench.launcher().toString(), "--config", bench.config().toString());
  }

  /// A transcript without what may differ; of many servers, without what [ManyDifferentialTest]
  /// shows to be the only difference.
  private static JsonObject comparable(JsonObject transcript, String name, Shape shape) {
    JsonObject same = strip(transcript).getAsJsonObject();
    if (shape == Shape.MANY) {
      same.getAsJsonArray("steps").remove(DifferentialTest.step(same, "introduction"));
      JsonObject error = DifferentialTest.step(same, "unknown method").getAsJsonObject("error");
      assertThat(error.remove("message").getAsString()).contains("Method not found");
      same.getAsJsonArray("steps").forEach(each -> ofOneServer(each.getAsJsonObject(), name));
      String asks = "The MCP server `" + name + "` asks this.";
      same =
          Json.object(
              Json.text(same)
                  .replace("\"" + name + "__", "\"")
                  .replace("\"[" + name + "] ", "\"")
                  .replace(",\"systemPrompt\":\"" + asks + "\"", "")
                  .replace(asks + "\\n\\n", "")
                  .replace("\"logger\":\"" + name + "/", "\"logger\":\""));
      same.getAsJsonArray("notifications")
          .asList()
          .removeIf(each -> Json.text(each).contains("/list_changed\""));
    }
    sort(same, "requests");
    sort(same, "notifications");
    return same;
  }

  /// Lists lose the entries of other servers and of Pitstop; names tell whose they are.
  private static void ofOneServer(JsonObject step, String name) {
    if (!(step.get("result") instanceof JsonObject result)) {
      return;
    }
    for (String kind : List.of("tools", "prompts")) {
      if (result.get(kind) instanceof JsonArray list && isOfMany(list, name)) {
        list.asList().removeIf(each -> !nameOf(each).startsWith(name + "__"));
      }
    }
  }

  /// Whether names have prefixes: those of the direct connection have none.
  private static boolean isOfMany(JsonArray list, String name) {
    return list.asList().stream().anyMatch(each -> nameOf(each).startsWith(name + "__"));
  }

  private static String nameOf(JsonElement entry) {
    return entry.getAsJsonObject().get("name").getAsString();
  }

  private static void sort(JsonObject transcript, String kind) {
    List<JsonElement> all = new ArrayList<>(transcript.getAsJsonArray(kind).asList());
    all.sort(Comparator.comparing(JsonElement::toString));
    JsonArray sorted = new JsonArray();
    all.forEach(sorted::add);
    transcript.add(kind, sorted);
  }

  private static JsonElement strip(JsonElement json) {
    if (json instanceof JsonArray array) {
      JsonArray out = new JsonArray();
      array.forEach(each -> out.add(strip(each)));
      return out;
    }
    if (!(json instanceof JsonObject object)) {
      return json;
    }
    JsonObject out = new JsonObject();
    for (String key : new TreeSet<>(object.keySet())) {
      JsonElement value = strip(object.get(key));
      boolean empty = key.equals("_meta") && value.equals(new JsonObject());
      if (!OF_ONE_ERA.contains(key) && !empty) {
        out.add(key, isJson(key, value) ? strip(Json.parse(value.getAsString())) : value);
      }
    }
    return out;
  }

  /// Whether a text is an answer of the client that a tool gives back.
  private static boolean isJson(String key, JsonElement value) {
    return key.equals("text") && value.isJsonPrimitive() && value.getAsString().startsWith("{\"");
  }
}
