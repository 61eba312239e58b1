package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The official Java SDK on either side of Pitstop.
@DisplayName("the official Java SDK")
class JavaSdkTest {
  /// On a busy machine a JVM may need longer to start than the handshake waits by default.
  private static final String PATIENT = "--set=handshakeTimeout=1min";

  @RegisterExtension final Bench bench = new Bench();

  private final List<List<String>> toolChanges = new CopyOnWriteArrayList<>();

  /// The SDK's client, connected through Pitstop; only tests close it, so that a failure shows.
  private McpSyncClient connect(List<String> command) {
    return connect(bench, Bench.pitstopArgv(command, PATIENT), toolChanges::add);
  }

  /// The SDK's client, connected to a command.
  ///
  /// @param toolsChanged gets the names of the tools whenever the list is said to have changed
  static McpSyncClient connect(
      Bench bench, List<String> argv, Consumer<List<String>> toolsChanged) {
    ServerParameters parameters =
        ServerParameters.builder(argv.getFirst())
            .args(argv.subList(1, argv.size()))
            .env(bench.environment())
            .build();
    McpSyncClient client =
        McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
            .requestTimeout(Await.LIMIT)
            .initializationTimeout(Await.LIMIT)
            .capabilities(ClientCapabilities.builder().roots(true).build())
            .roots(Root.builder("file:///srv/größe").name("größe").build())
            .toolsChangeConsumer(
                tools -> toolsChanged.accept(tools.stream().map(Tool::name).toList()))
            .build();
    client.initialize();
    return client;
  }

  static List<String> texts(CallToolResult result) {
    return result.content().stream().map(JavaSdkTest::text).toList();
  }

  private static String text(Content content) {
    return content instanceof TextContent text ? text.text() : content.toString();
  }

  static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  static List<String> toolNames(McpSyncClient client) {
    return client.listTools().tools().stream().map(Tool::name).toList();
  }

  @Test
  @DisplayName("as client of a scripted server, over a crash")
  void client() {
    FixtureServer server = bench.scripted();
    try (McpSyncClient client = connect(server.argv())) {
      assertThat(client.getServerInfo().name()).isEqualTo("scripted");
      assertThat(toolNames(client)).contains("echo", "recompile", "server_status");
      assertThat(texts(call(client, "echo", Map.of("text", "grüße 🚗"))))
          .containsExactly("grüße 🚗");
      assertThat(client.listPrompts().prompts()).hasSize(2);
      assertThat(
              client
                  .getPrompt(
                      GetPromptRequest.builder("greet").arguments(Map.of("who", "Ada")).build())
                  .toString())
          .contains("Hello Ada");
      assertThat(client.listResources().resources()).hasSize(2);
      CallToolResult asked = call(client, "ask_client", Map.of("method", "roots/list"));
      assertThat(texts(asked).getFirst()).contains("file:///srv/größe");

      CallToolResult crash = call(client, "crash", Map.of("code", 3, "stderr", "last words"));
      assertThat(crash.isError()).isTrue();
      assertThat(texts(crash).getFirst()).startsWith("[pitstop]").contains("3", "last words");
      List<String> next = texts(call(client, "echo", Map.of("text", "again")));
      assertThat(next).hasSize(2).last().isEqualTo("again");
      assertThat(next.getFirst()).startsWith("[pitstop]");

      assertThat(call(client, "server_status", Map.of()).isError()).isNotEqualTo(true);
      call(client, "add_tool", Map.of("name", "fresh"));
      Await.until(
          () -> toolChanges.stream().anyMatch(tools -> tools.contains("fresh")),
          () -> "no change announced: " + toolChanges);
      client.ping();
    }
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("as server, over a crash")
  void server() {
    RawClient client = bench.pitstop(TestJvm.command(JavaSdkServer.class), PATIENT).drainStderr();
    client.onRequest("roots/list", params -> "\"result\":{\"roots\":[{\"uri\":\"file:///r\"}]}");
    assertThat(Json.at(client.handshake(), "serverInfo").get("name").getAsString())
        .isEqualTo("java-sdk");
    long first = bench.mustEnd(Long.parseLong(client.call("pid").text()));
    assertThat(client.call("echo", "{'text':'grüße 🚗'}").text()).isEqualTo("grüße 🚗");
    assertThat(client.call("roots").text()).isEqualTo("file:///r");
    client.call("grow");
    client.awaitNotification("notifications/tools/list_changed");
    assertThat(client.call("grown").text()).isEqualTo("grown");

    ToolResult crash = client.call("crash");
    assertThat(crash.isError()).isTrue();
    assertThat(crash.texts().getFirst())
        .startsWith("[pitstop]")
        .contains("3", "java.lang.IllegalStateException: broken");
    ToolResult next = client.call("pid");
    assertThat(next.hasNotice()).isTrue();
    assertThat(bench.mustEnd(Long.parseLong(next.lastText()))).isNotEqualTo(first);
  }

  @Test
  @DisplayName("on both sides")
  void bothSides() {
    try (McpSyncClient client = connect(TestJvm.command(JavaSdkServer.class))) {
      assertThat(toolNames(client)).contains("echo", "grow", "recompile");
      bench.mustEnd(Long.parseLong(texts(call(client, "pid", Map.of())).getFirst()));
      assertThat(texts(call(client, "roots", Map.of()))).containsExactly("file:///srv/größe");
      call(client, "grow", Map.of());
      Await.until(
          () -> toolChanges.stream().anyMatch(tools -> tools.contains("grown")),
          () -> "no change announced: " + toolChanges);
    }
  }
}
