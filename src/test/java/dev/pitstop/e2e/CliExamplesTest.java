package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The programs of `examples` do what their page says.
@DisplayName("command-line tools: the examples")
@Tag("all")
class CliExamplesTest {
  @RegisterExtension final Bench bench = new Bench();

  /// The Java program is compiled first, as that page has it: from source each call takes seconds.
  private RawClient connected(String example) {
    Path file = Path.of("examples", example).toAbsolutePath();
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    boolean java = example.endsWith(".java");
    RawClient client =
        java
            ? bench.cli(
                List.of(bin.resolve("java").toString(), "-cp", "out", "Todo"),
                "--build",
                "'%s' -J-XX:TieredStopAtLevel=1 -d out '%s'".formatted(bin.resolve("javac"), file))
            : bench.cli(List.of(file.toString()));
    client.drainStderr();
    client.handshake();
    if (java) {
      ToolResult built = client.call("recompile");
      assertThat(built.isError()).as(built.json().toString()).isFalse();
    }
    return client;
  }

  private static JsonObject good(ToolResult result) {
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return result.structured();
  }

  private static List<String> titles(RawClient client, String arguments) {
    JsonArray tasks = good(client.call("list_tasks", arguments)).getAsJsonArray("tasks");
    return Json.each(tasks, "title");
  }

  @ParameterizedTest
  @ValueSource(strings = {"todo.py", "Todo.java"})
  @DisplayName("a to-do list: added, listed, done, removed; mistakes are errors")
  void todo(String example) {
    RawClient client = connected(example);
    assertThat(good(client.call("add_task", "{'title':'Buy milk','due':'2026-12-01'}")))
        .isEqualTo(
            Json.object("{'task':{'id':1,'title':'Buy milk','done':false,'due':'2026-12-01'}}"));
    good(client.call("add_task", "{'title':'--all $(id); \\\"größe\\\"'}"));
    assertThat(titles(client, "{}")).containsExactly("Buy milk", "--all $(id); \"größe\"");
    assertThat(titles(client, "{'due_by':'2026-12-01'}")).containsExactly("Buy milk");
    good(client.call("complete_tasks", "{'ids':[1]}"));
    assertThat(titles(client, "{}")).hasSize(1);
    assertThat(titles(client, "{'all':true}")).hasSize(2);
    assertThat(titles(client, "{'all':false}")).hasSize(1);
    good(client.call("remove_task", "{'id':1}"));
    assertThat(titles(client, "{'all':true}")).hasSize(1);

    ToolResult missing = client.call("remove_task", "{'id':77}");
    assertThat(missing.isError()).isTrue();
    assertThat(String.join("\n", missing.texts())).contains("there is no task 77");
    assertThat(client.call("add_task", "{'title':'x','due':'tomorrow'}").isError()).isTrue();

    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      calls.add(client.callAsync("add_task", "{'title':'t" + i + "'}"));
    }
    calls.forEach(call -> good(client.toolResult(call)));
    assertThat(titles(client, "{}")).hasSize(11).doesNotHaveDuplicates();
  }
}
