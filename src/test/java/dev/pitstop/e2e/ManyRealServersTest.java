package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Real servers on real SDKs, of both eras, behind one Pitstop.
@DisplayName("many servers: real ones together")
@Tag("all")
class ManyRealServersTest {
  /// A busy machine may need long to start a JVM and six Nodes.
  private static final String PATIENT = "--start-timeout=1min";

  @RegisterExtension final ManyBench bench = new ManyBench();

  private static List<String> node(Path script, String... args) {
    List<String> argv = new ArrayList<>(List.of("node", script.toString()));
    argv.addAll(List.of(args));
    return argv;
  }

  private Path files() {
    return bench.path("files");
  }

  /// Every server by its name, with the command that starts it.
  private Map<String, List<String>> commands() {
    Path packages = Bench.nodeDir().resolve("node_modules/@modelcontextprotocol");
    Path own = Bench.nodeDir().resolve("servers");
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("everything", node(packages.resolve("server-everything/dist/index.js"), "stdio"));
    commands.put(
        "filesystem",
        node(packages.resolve("server-filesystem/dist/index.js"), files().toString()));
    commands.put("memory", node(packages.resolve("server-memory/dist/index.js")));
    commands.put("sdk1", node(own.resolve("sdk1.mjs")));
    commands.put("sdk2", node(own.resolve("sdk2.mjs")));
    commands.put("modern", bench.bench().modern().argv());
    commands.put("java", TestJvm.command(JavaSdkServer.class));
    return commands;
  }

  private JsonObject entry(List<String> argv) {
    JsonObject entry = Json.object("{'args':[]}");
    entry.addProperty("command", argv.getFirst());
    argv.stream().skip(1).forEach(entry.getAsJsonArray("args")::add);
    JsonObject env = new JsonObject();
    env.addProperty("MEMORY_FILE_PATH", files().resolve("memory.json").toString());
    entry.add("env", env);
    return entry;
  }

  /// All of them in one configuration file, and a client that sees them all.
  private Hub together() throws IOException {
    Files.createDirectory(files());
    Map<String, JsonObject> entries = new LinkedHashMap<>();
    commands().forEach((name, argv) -> entries.put(name, entry(argv)));
    bench.save(entries);
    Hub hub = bench.hub(PATIENT);
    for (String name : entries.keySet()) {
      hub.awaitStatus(name, "running");
      bench.bench().mustEnd(hub.row(name).get("pid").getAsLong());
    }
    for (String name : List.of("everything", "sdk1", "sdk2", "modern", "java")) {
      hub.awaitTool(name + "__echo");
    }
    hub.awaitTool("filesystem__list_allowed_directories");
    hub.awaitTool("memory__read_graph");
    return hub;
  }

  /// One session for all of it: seven real servers are expensive to start.
  @Test
  @DisplayName("of a configuration file, with a legacy client")
  void legacyClient() throws IOException {
    Hub hub = together();
    sameTools(hub);
    everyOne(hub);
    questions(hub);
    growAndCrash(hub);
  }

  @Test
  @DisplayName("added by the agent of a modern client, and removed")
  void modernClient() throws IOException {
    Files.createDirectory(files());
    Hub hub = bench.modernHub(PATIENT);
    Map<String, Long> pids = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> command : commands().entrySet()) {
      String name = command.getKey();
      JsonObject added = hub.add(name, entry(command.getValue()));
      pids.put(name, bench.bench().mustEnd(added.get("pid").getAsLong()));
      assertThat(added.get("tool_count").getAsInt()).as(name).isPositive();
      assertThat(hub.tools(name)).hasSize(added.get("tool_count").getAsInt());
    }
    everyOne(hub);
    pids.forEach((name, pid) -> {
      hub.remove(name);
      assertThat(hub.tools(name)).isEmpty();
      Procs.awaitGone(pid);
    });
    assertThat(hub.rows()).isEmpty();
  }

  /// Tools, prompts, resources and completion of all of them.
  private void everyOne(Hub hub) {
    assertThat(hub.text("everything__echo", "{'message':'grüße 🚗'}")).contains("grüße 🚗");
    assertThat(hub.text("everything__get-sum", "{'a':1.5,'b':2}")).contains("3.5");
    assertThat(hub.text("filesystem__list_allowed_directories")).contains(files().toString());
    assertThat(hub.text("memory__read_graph")).contains("entities");
    for (String sdk : List.of("sdk1", "sdk2")) {
      assertThat(hub.call(sdk + "__add", "{'a':1,'b':2.5}").structured())
          .hasToString("{\"sum\":3.5}");
      assertThat(
              hub.result("prompts/get", "{'name':'" + sdk + "__greet','arguments':{'who':'Ada'}}")
                  .toString())
          .contains("Hello Ada");
      assertThat(
              hub.result(
                      "completion/complete",
                      """
                      {'ref':{'type':'ref/prompt','name':'%s__greet'},
                      'argument':{'name':'who','value':'a'}}\
                      """
                          .formatted(sdk))
                  .toString())
          .contains("alice");
    }
    for (String name : List.of("sdk1", "sdk2", "modern", "java")) {
      assertThat(hub.text(name + "__echo", "{'text':'größe'}")).isEqualTo("größe");
    }
    // Both have `small://one`: it is the first one's.
    assertThat(hub.read("small://one")).isEqualTo("one — ünï");
    assertThat(hub.read("small://item/42")).isEqualTo("item 42");
    assertThat(hub.read("demo://resource/dynamic/text/1")).isNotEmpty();
    assertThat(hub.read("mem://one")).isEqualTo("content of mem://one");
  }

  /// Every tool is described as the server itself describes it.
  private void sameTools(Hub hub) {
    Map<String, List<String>> commands = commands();
    commands.remove("modern");
    for (Map.Entry<String, List<String>> command : commands.entrySet()) {
      String name = command.getKey();
      RawClient direct =
          bench.bench().start(command.getValue(), RawClient.Peer.OTHER).drainStderr();
      direct.onRequest("roots/list", params -> "\"result\":{\"roots\":[]}");
      direct.handshake();
      // server-everything adds some of its tools after the handshake.
      Await.until(
          () -> descriptions(hub, name).equals(descriptions(direct, name)),
          () -> name + ": " + descriptions(hub, name) + " is not " + descriptions(direct, name));
    }
  }

  private static List<String> descriptions(Hub hub, String server) {
    return hub.toolList().stream()
        .filter(tool -> tool.get("name").getAsString().startsWith(server + "__"))
        .map(Json::text)
        .toList();
  }

  private static List<String> descriptions(RawClient direct, String server) {
    List<String> all = new ArrayList<>();
    JsonObject list = direct.result(direct.request("tools/list", "{}"));
    for (JsonElement element : list.getAsJsonArray("tools")) {
      JsonObject tool = element.getAsJsonObject();
      tool.addProperty("name", server + "__" + tool.get("name").getAsString());
      tool.remove("execution"); // about tasks, which do not pass among many servers
      all.add(Json.text(tool));
    }
    return all;
  }

  /// Questions of several SDKs at the same time reach the client and go back.
  private static void questions(Hub hub) {
    hub.client()
        .onRequest(
            "sampling/createMessage",
            params ->
                "\"result\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\","
                    + "\"text\":\"an answer\"}}");
    hub.client()
        .onRequest("roots/list", params -> "\"result\":{\"roots\":[{\"uri\":\"file:///r\"}]}");
    List<CompletableFuture<JsonObject>> sampling =
        List.of(
            hub.callAsync("sdk1__ask", "{}"),
            hub.callAsync("sdk2__ask", "{}"),
            hub.callAsync("everything__trigger-sampling-request", "{'prompt':'x','maxTokens':20}"));
    CompletableFuture<JsonObject> roots = hub.callAsync("java__roots", "{}");
    for (CompletableFuture<JsonObject> call : sampling) {
      assertThat(hub.client().toolResult(call).json().toString()).contains("an answer");
    }
    assertThat(hub.client().toolResult(roots).lastText()).isEqualTo("file:///r");
  }

  /// One grows, one crashes; the others are as they were.
  private void growAndCrash(Hub hub) {
    for (String name : List.of("sdk1", "sdk2")) {
      hub.text(name + "__grow");
      hub.awaitTool(name + "__grown_1");
      assertThat(hub.text(name + "__grown_1")).isEqualTo("grown 1");
    }
    hub.text("java__grow");
    hub.awaitTool("java__grown");
    assertThat(hub.refusal(hub.call("sdk1__crash"))).contains("13", "sdk1 crashes on purpose");
    hub.awaitNoTool("sdk1__echo");
    assertThat(hub.text("sdk2__grown_1")).isEqualTo("grown 1");
    hub.reload("sdk1");
    bench.bench().mustEnd(hub.row("sdk1").get("pid").getAsLong());
    assertThat(hub.call("sdk1__echo", "{'text':'x'}").lastText()).isEqualTo("x");
    assertThat(hub.tools()).doesNotContain("sdk1__grown_1").contains("java__grown");
  }
}
