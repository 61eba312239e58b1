package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Small projects on the official SDKs, in `src/test/node/projects`, with real compilers and real
/// clients: the source is broken, mended and extended while the client stays connected.
@DisplayName("real projects")
@Tag("all")
class RealProjectsTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String TSC = "node node_modules/typescript/bin/tsc -p .";

  /// A copy of the project, in the working folder.
  private Path project(String name) throws IOException {
    Samples.copyProject(name, bench.workDir());
    return bench.workDir();
  }

  private String run(List<String> argv) throws IOException, InterruptedException {
    Ended ended = Ended.of(argv, bench.environment(), bench.workDir());
    assertThat(ended.code()).as("%s%n%s%s", argv, ended.out(), ended.err()).isZero();
    return ended.out();
  }

  /// Plays the script `reload` with a real client; gives the text of each step.
  private List<String> play(String sdk, String mode, List<String> command, String... options)
      throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of("node", Bench.nodeDir().resolve("clients/run.mjs").toString()));
    argv.addAll(List.of("--sdk", sdk, "--mode", mode, "--script", "reload"));
    argv.addAll(List.of("--dir", bench.workDir().toString(), "--"));
    argv.addAll(Bench.pitstopArgv(command, options));
    JsonObject transcript = Json.object(run(argv));
    List<String> steps = new ArrayList<>();
    for (JsonElement step : transcript.getAsJsonArray("steps")) {
      steps.add(Json.text(step));
    }
    return steps;
  }

  private static void assertReloaded(List<String> steps, String toldOfTheError) {
    assertThat(steps).hasSize(7);
    assertThat(steps.get(0)).contains("\"greet\"").doesNotContain("\"farewell\"");
    assertThat(steps.get(1)).contains("Hello Ada");
    assertThat(steps.get(2))
        .contains("\"isError\":true", "[pitstop]", toldOfTheError, "The old server keeps running");
    assertThat(steps.get(3)).contains("Hello Bob").doesNotContain("[pitstop]");
    assertThat(steps.get(4)).contains("\"outcome\":\"reloaded\"", "+ tool `farewell`");
    assertThat(steps.get(5)).contains("\"greet\"", "\"farewell\"");
    assertThat(steps.get(6)).contains("Good-bye Cleo").doesNotContain("isError\":true");
  }

  @ParameterizedTest(name = "SDK {0}, {1}")
  @CsvSource({"2, auto", "2, legacy", "1, legacy"})
  @DisplayName("TypeScript, tsc, SDK 2: broken, mended, and a new tool called")
  void typescript(String sdk, String mode) throws IOException, InterruptedException {
    project("typescript");
    run(List.of("sh", "-c", TSC));
    List<String> steps = play(sdk, mode, List.of("node", "dist/server.js"), "--build", TSC);
    assertReloaded(steps, "error TS2322");
  }

  @ParameterizedTest(name = "SDK {0}, {1}")
  @CsvSource({"1, legacy", "2, auto"})
  @DisplayName("JavaScript without a build, SDK 1: recompile restarts")
  void javascript(String sdk, String mode) throws IOException, InterruptedException {
    project("javascript");
    assertReloaded(play(sdk, mode, List.of("node", "server.mjs")), "SyntaxError");
  }

  @Test
  @DisplayName("Java, javac, the Java SDK on both sides: broken, mended, and a new tool called")
  void java() throws IOException, InterruptedException {
    Path project = project("java");
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    String classPath = TestJvm.classPath();
    Files.writeString(
        project.resolve("build.sh"),
        "exec '%s' -J-XX:TieredStopAtLevel=1 -d classes -cp '%s' Server.java\n"
            .formatted(bin.resolve("javac"), classPath));
    run(List.of("sh", "build.sh"));
    List<String> command = TestJvm.command(project.resolve("classes") + ":" + classPath, "Server");
    JsonObject edits = Json.object(Files.readString(project.resolve("edits.json")));
    List<List<String>> changes = new CopyOnWriteArrayList<>();
    try (McpSyncClient client =
        connect(command, changes, "--build", "sh build.sh", "--cwd", project.toString())) {
      assertThat(call(client, "greet", Map.of("who", "Ada"))).containsExactly("Hello Ada");

      edit(project, edits, "broken");
      assertThat(call(client, "recompile", Map.of()).getFirst())
          .contains("Server.java", "error: incompatible types", "The old server keeps running");
      assertThat(call(client, "greet", Map.of("who", "Bob"))).containsExactly("Hello Bob");

      edit(project, edits, "good");
      assertThat(call(client, "recompile", Map.of()).getFirst()).contains("+ tool `farewell`");
      Await.until(
          () -> changes.stream().anyMatch(tools -> tools.contains("farewell")),
          () -> "no change announced: " + changes);
      assertThat(call(client, "farewell", Map.of("who", "Cleo"))).containsExactly("Good-bye Cleo");
    }
  }

  private static void edit(Path project, JsonObject edits, String which) throws IOException {
    String name = edits.get("file").getAsString();
    Path original = Bench.nodeDir().resolve("projects/java").resolve(name);
    String source = Files.readString(original);
    Files.writeString(
        project.resolve(name),
        source.replace(edits.get("marker").getAsString(), edits.get(which).getAsString()));
  }

  private McpSyncClient connect(
      List<String> command, List<List<String>> changes, String... options) {
    List<String> argv = Bench.pitstopArgv(command, options);
    ServerParameters parameters =
        ServerParameters.builder(argv.getFirst())
            .args(argv.subList(1, argv.size()))
            .env(bench.environment())
            .build();
    McpSyncClient client =
        McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
            .requestTimeout(Await.LIMIT)
            .initializationTimeout(Await.LIMIT)
            .toolsChangeConsumer(tools -> changes.add(tools.stream().map(Tool::name).toList()))
            .build();
    client.initialize();
    return client;
  }

  private static List<String> call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return result.content().stream()
        .map(content -> content instanceof TextContent text ? text.text() : content.toString())
        .toList();
  }
}
