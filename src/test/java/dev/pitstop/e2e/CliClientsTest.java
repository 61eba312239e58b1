package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real clients in front of a command-line program. The TypeScript ones play
/// `src/test/node/clients/scripts/cli.mjs`.
@DisplayName("command-line tools: the official SDKs' clients")
@Tag("all")
class CliClientsTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String IMAGE =
      "{\"content\":[{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}]}";

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
    tool.save("out", IMAGE.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "TypeScript SDK {0}, {1}")
  @CsvSource({"1, legacy", "2, legacy", "2, auto", "2, modern"})
  @DisplayName("lists, calls, hears of progress and of a tool that was added by a save")
  void typeScript(String sdk, String mode) throws IOException {
    JsonObject transcript =
        DifferentialTest.transcript(bench, sdk, mode, "cli", Bench.cliArgv(tool.argv()));
    JsonObject introduction = step(transcript, "introduction");
    assertThat(introduction.get("era").getAsString())
        .isEqualTo(mode.equals("legacy") ? "legacy" : "modern");
    assertThat(names(step(transcript, "tools/list")))
        .contains("echo", "count", "hang")
        .doesNotContain("fresh");

    ToolResult echo = new ToolResult(step(transcript, "call echo"));
    assertThat(ToolProgram.words(echo)).containsExactly("--", "grüße $(id); 日本 🚗 \u2028");
    ToolResult failed = new ToolResult(step(transcript, "call leave"));
    assertThat(failed.isError()).isTrue();
    assertThat(String.join("\n", failed.texts())).contains("half done", "disk full", "3");
    assertThat(new ToolResult(step(transcript, "call refused")).isError()).isTrue();
    assertThat(step(transcript, "call cat").getAsJsonArray("content"))
        .isEqualTo(Json.object(IMAGE).getAsJsonArray("content"));
    JsonObject told = step(transcript, "call steps with progress");
    assertThat(told.getAsJsonArray("progress").toString()).contains("step");
    assertThat(Json.at(told, "result", "structuredContent")).isEqualTo(Json.object("{'steps':3}"));
    for (int i = 0; i < 20; i++) {
      assertThat(tool.executionsOf("count k" + i)).isOne();
    }

    assertThat(names(step(transcript, "tools/list after the save"))).contains("echo", "fresh");
    assertThat(new ToolResult(step(transcript, "call fresh")).isError()).isFalse();
    assertThat(tool.executionsOf("count fresh")).isOne();
  }

  private static List<String> names(JsonObject list) {
    return Json.each(list.getAsJsonArray("tools"), "name");
  }

  private static JsonObject step(JsonObject transcript, String name) {
    for (JsonElement step : transcript.getAsJsonArray("steps")) {
      JsonObject object = step.getAsJsonObject();
      if (object.get("step").getAsString().equals(name)) {
        return Json.at(object, "result");
      }
    }
    throw new AssertionError("no step " + name + " in " + transcript);
  }

  @Test
  @DisplayName("the Java SDK's client, with a tool that recompile brings")
  void java() {
    List<List<String>> changes = new CopyOnWriteArrayList<>();
    try (McpSyncClient client =
        JavaSdkTest.connect(bench, Bench.cliArgv(tool.argv()), changes::add)) {
      assertThat(JavaSdkTest.toolNames(client)).contains("echo", "count", "recompile");
      CallToolResult echo = JavaSdkTest.call(client, "echo", Map.of("text", "grüße 🚗"));
      assertThat(JavaSdkTest.texts(echo).getFirst()).contains("words");
      assertThat(echo.structuredContent().toString()).contains("grüße 🚗");
      CallToolResult failed =
          JavaSdkTest.call(client, "leave", Map.of("code", 3, "err", "disk full"));
      assertThat(failed.isError()).isTrue();
      assertThat(JavaSdkTest.texts(failed).toString()).contains("disk full");
      assertThat(JavaSdkTest.call(client, "cat", Map.of("file", "out")).content().toString())
          .contains("image/png");
      tool.addTool("fresh");
      assertThat(JavaSdkTest.call(client, "recompile", Map.of()).isError()).isNotEqualTo(true);
      Await.until(
          () -> changes.stream().anyMatch(tools -> tools.contains("fresh")),
          () -> "no change announced: " + changes);
      assertThat(JavaSdkTest.call(client, "fresh", Map.of()).isError()).isNotEqualTo(true);
      client.ping();
    }
    Procs.awaitGone(tool.pids());
  }
}
