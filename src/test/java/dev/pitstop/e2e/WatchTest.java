package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue B with `--watch`: saving does what `recompile` does. Every save is made once and must
/// arrive. The test does not wait for nothing to happen: after what should cause one reload comes a
/// marked save, whose reload is the next one. Which saves count is in
/// `dev.pitstop.watch.WatcherContractTest`, what they lead to in
/// `dev.pitstop.session.WatchReloadTest`.
@DisplayName("watching")
class WatchTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void folder() throws IOException {
    Files.createDirectories(bench.workDir().resolve("src"));
    write("src/tools.json", "[]");
  }

  private Path work(String file) {
    return bench.workDir().resolve(file);
  }

  private void write(String file, String text) {
    Disk.io(() -> Files.writeString(work(file), text));
  }

  private static String tools(String... names) {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      all.add("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}");
    }
    return all.toString();
  }

  /// Each build leaves a line in `builds`, and the server serves the tools of `built.json`.
  private RawClient connect(String build) {
    write("built.json", "[]");
    write("build.sh", "echo x >> builds\n" + build + "\n");
    server = bench.scripted("--extra-tools", work("built.json").toString());
    RawClient client =
        bench
            .pitstop(server, "--build", "sh build.sh", "--watch", "src/**")
            .drainStderr()
            .greeted();
    client.result(client.request("tools/list", "{}"));
    Status.awaitWatching(client);
    Status.await(client, "running");
    client.call("pid"); // takes the notice, if it was built at the start
    return client;
  }

  private int builds() {
    return Disk.io(
        () -> Files.exists(work("builds")) ? Files.readAllLines(work("builds")).size() : 0);
  }

  /// Waits until the build that runs is over and a marked save after it has led to a reload.
  private void awaitQuiet(RawClient client) {
    Status.await(client, "running");
    String mark = "mark_" + System.nanoTime();
    write("src/mark.txt", mark);
    Await.until(() -> seen(mark), () -> "no build has seen the mark\n" + client.story());
    Status.await(client, "running");
    client.call("pid"); // takes the notices
  }

  /// Whether a build has seen this content of `src/mark.txt`.
  private boolean seen(String mark) {
    return Disk.io(
        () -> Files.exists(work("marks")) && Files.readString(work("marks")).contains(mark));
  }

  private static final String COPY =
      "[ -e src/mark.txt ] && cat src/mark.txt >> marks\ncp src/tools.json built.json";

  private void awaitTool(RawClient client, String name) {
    Await.until(() -> lists(client, name), () -> "no tool " + name + "\n" + client.story());
  }

  private static boolean lists(RawClient client, String name) {
    JsonObject list = client.result(client.request("tools/list", "{}"));
    return Json.each(list.getAsJsonArray("tools"), "name").contains(name);
  }

  @Test
  @DisplayName("a saved file reloads, an atomic save too, and one in the middle of a build")
  void save() throws IOException {
    RawClient client =
        connect(
            COPY + "\n[ -e slow ] && { touch begun; while [ ! -e go ]; do sleep 0.02; done; }\n:");
    write("src/tools.json", tools("forecast"));
    client.awaitNotification("notifications/tools/list_changed");
    awaitTool(client, "forecast");
    Status.await(client, "running");
    ToolResult call = client.call("forecast");
    assertThat(call.notice()).contains("src/tools.json", "+ tool `forecast`");
    assertThat(client.call("forecast").texts()).hasSize(1);

    int before = builds();
    write("src/.tools.json.tmp", tools("atomic"));
    Files.move(
        work("src/.tools.json.tmp"),
        work("src/tools.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    awaitTool(client, "atomic");
    awaitQuiet(client);
    assertThat(builds() - before).as("one for the save, one for the mark").isEqualTo(2);

    Files.createFile(work("slow"));
    write("src/tools.json", tools("early"));
    Await.until(() -> Files.exists(work("begun")), () -> "no build");
    write("src/tools.json", tools("late"));
    Files.delete(work("slow"));
    Files.createFile(work("go"));
    awaitTool(client, "late");
    awaitQuiet(client);
    assertThat(client.call("late").isError()).isFalse();
  }
}
