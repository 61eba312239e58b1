package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue B with `--watch`: saving does what `recompile` does. Every save is made once and must
/// arrive. No test waits for nothing to happen: after what should cause one reload comes a marked
/// save, whose reload is the next one.
@DisplayName("watching (R6)")
class WatchTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final long PROBE_AGAIN_NANOS = 500_000_000;

  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void folder() throws IOException {
    Files.createDirectories(bench.workDir().resolve("src/deep"));
    write("src/tools.json", "[]");
  }

  private Path work(String file) {
    return bench.workDir().resolve(file);
  }

  private void write(String file, String text) {
    try {
      Files.writeString(work(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tools(String... names) {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      all.add("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}");
    }
    return all.toString();
  }

  /// Each build leaves a line in `builds`, and the server serves the tools of `built.json`.
  private RawClient connect(String build, String... options) {
    write("built.json", "[]");
    write("build.sh", "echo x >> builds\n" + build + "\n");
    server = bench.scripted("--extra-tools", work("built.json").toString());
    List<String> all = new ArrayList<>(List.of("--build", "sh build.sh"));
    all.addAll(List.of("--watch", "src/**"));
    all.addAll(Arrays.asList(options));
    RawClient client = bench.pitstop(server, all.toArray(String[]::new)).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    awaitWatching(client);
    return client;
  }

  /// Saves until the watcher is seen to work: it starts beside the handshake, so that the first
  /// saves may be what it finds when it looks for the first time.
  private void awaitWatching(RawClient client) {
    long[] again = {System.nanoTime()};
    Await.until(
        () -> {
          if (System.nanoTime() - again[0] >= 0) {
            write("src/probe.txt", "x");
            again[0] = System.nanoTime() + PROBE_AGAIN_NANOS;
          }
          return builds() > 0;
        },
        () -> "the watcher sees nothing\n" + client.story());
    awaitQuiet(client);
  }

  private int builds() {
    try {
      return Files.exists(work("builds")) ? Files.readAllLines(work("builds")).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    try {
      return Files.exists(work("marks")) && Files.readString(work("marks")).contains(mark);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
  @DisplayName("R6, R7, A1: a saved file reloads; lists change, the next result tells the file")
  void save() {
    RawClient client = connect(COPY);
    write("src/tools.json", tools("forecast"));
    client.awaitNotification("notifications/tools/list_changed");
    awaitTool(client, "forecast");
    Status.await(client, "running");
    ToolResult call = client.call("forecast");
    assertThat(call.hasNotice()).isTrue();
    assertThat(call.notice()).contains("src/tools.json", "+ tool `forecast`");
    assertThat(client.call("forecast").texts()).hasSize(1);
  }

  @Tag("all")
  @Test
  @DisplayName("R6: a file in a folder that is made later, and a removed file, count")
  void foldersAndRemoval() throws IOException {
    RawClient client = connect(COPY);
    int before = builds();
    Files.createDirectories(work("src/new/deeper"));
    write("src/new/deeper/file.txt", "x");
    Await.until(() -> builds() > before, () -> "no build\n" + client.story());
    awaitQuiet(client);
    int between = builds();
    Files.delete(work("src/new/deeper/file.txt"));
    Await.until(() -> builds() > between, () -> "no build\n" + client.story());
    awaitQuiet(client);
  }

  @Tag("all")
  @Test
  @DisplayName("R2, R6: a half-written file fails to build; the old one serves until it is whole")
  void halfWritten() {
    RawClient client =
        connect(
            """
            [ -e src/mark.txt ] && cat src/mark.txt >> marks
            node -e 'JSON.parse(require("fs").readFileSync("src/tools.json"))' || exit 1
            cp src/tools.json built.json\
            """);
    String whole = tools("forecast");
    int spawns = server.pids().size();
    int before = builds();
    write("src/tools.json", whole.substring(0, whole.length() / 2));
    Await.until(() -> builds() > before, () -> "no build\n" + client.story());
    Status.await(client, "running");
    ToolResult told = client.call("pid");
    assertThat(told.hasNotice()).as(told.json().toString()).isTrue();
    assertThat(told.notice())
        .contains(
            "src/tools.json", "build", "failed", "SyntaxError", "The old server keeps running");
    assertThat(server.pids()).hasSize(spawns);
    write("src/tools.json", whole);
    awaitTool(client, "forecast");
  }

  @Tag("all")
  @Test
  @DisplayName("A1, R6: what a failed build said is no news once recompile has said a newer thing")
  void olderFailure() {
    write("status", "0");
    RawClient client =
        connect("[ -e src/mark.txt ] && cat src/mark.txt >> marks; exit $(cat status)");
    int before = builds();
    write("status", "1");
    write("src/broken", "x");
    Await.until(() -> builds() > before, () -> "no build\n" + client.story());
    Status.await(client, "running");
    assertThat(client.call("recompile").text())
        .contains("The build of", "The old server keeps running");
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @Test
  @DisplayName("R6: a file saved in the middle of a build is in the next one")
  void savedDuringBuild() throws IOException {
    RawClient client =
        connect(
            COPY + "\n[ -e slow ] && { touch begun; while [ ! -e go ]; do sleep 0.02; done; }\n:");
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

  @Tag("all")
  @Test
  @DisplayName("R6, T4: of saves in three builds in a row two are built, the last one is told")
  void savedDuringEachOfThreeBuilds() throws IOException {
    RawClient client =
        connect(
            COPY
                + """

                cat src/tools.json >> seen
                n=$(($(wc -l < builds)))
                touch begun.$n
                while [ -e slow ] && [ ! -e go.$n ]; do sleep 0.02; done\
                """);
    int before = builds();
    Files.createFile(work("slow"));
    write("src/tools.json", tools("save_0"));
    for (int i = 1; i <= 3; i++) {
      int build = before + i;
      Await.until(
          () -> Files.exists(work("begun." + build)), () -> "no build " + build + client.story());
      write("src/tools.json", tools("save_" + i));
      Files.createFile(work("go." + build));
    }
    Files.delete(work("slow"));
    Await.until(
        () ->
            client
                .call("pid")
                .texts()
                .toString()
                .contains("src/tools.json changed while the build command ran, 3 times in a row"),
        () -> "nobody tells of the last save\n" + client.story());
    assertThat(Files.readString(work("seen")))
        .contains("save_0", "save_1", "save_2")
        .doesNotContain("save_3");
    write("src/tools.json", tools("save_4"));
    awaitTool(client, "save_4");
  }

  @Test
  @DisplayName("R6: an editor's atomic save is one change")
  void atomicSave() throws IOException {
    RawClient client = connect(COPY);
    int before = builds();
    write("src/.tools.json.tmp", tools("forecast"));
    Files.move(
        work("src/.tools.json.tmp"),
        work("src/tools.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    awaitTool(client, "forecast");
    awaitQuiet(client);
    assertThat(builds() - before).as("one for the save, one for the mark").isEqualTo(2);
  }

  @Tag("all")
  @Test
  @DisplayName("R6: five hundred files at once are one reload")
  void manyFiles() {
    RawClient client = connect(COPY);
    int before = builds();
    for (int i = 0; i < 500; i++) {
      write("src/deep/file-" + i + ".txt", "x");
    }
    Await.until(() -> builds() > before, () -> "no build\n" + client.story());
    awaitQuiet(client);
    assertThat(builds() - before).as("one for the files, one for the mark").isEqualTo(2);
  }

  @Tag("all")
  @Test
  @DisplayName("R6: a watched folder that is deleted and made again is still watched")
  void folderMadeAgain() throws IOException {
    RawClient client = connect(COPY);
    int before = builds();
    Bench.delete(work("src"));
    Await.until(() -> builds() > before, () -> "no build\n" + client.story());
    Status.await(client, "running");
    Files.createDirectories(work("src"));
    write("src/tools.json", tools("forecast"));
    awaitTool(client, "forecast");
    write("src/tools.json", tools("history"));
    awaitTool(client, "history");
  }

  @Tag("all")
  @Test
  @DisplayName("R6, T4: a build that writes into the watched tree does not run for ever")
  void buildWritesIntoWatchedTree() {
    RawClient client = connect(COPY + "\ncp src/tools.json src/generated.json");
    awaitNoMore(client, 1);
    int before = builds();
    write("src/tools.json", tools("forecast"));
    awaitTool(client, "forecast");
    awaitNoMore(client, 2);
    assertThat(builds() - before).isBetween(2, 6);
    write("src/tools.json", tools("history"));
    awaitTool(client, "history");
    awaitNoMore(client, 3);
    assertThat(builds() - before).isBetween(4, 12);
  }

  /// Waits until no build follows for what the build itself wrote. A save during the last one would
  /// be built with the next change only.
  private static void awaitNoMore(RawClient client, int times) {
    Await.until(
        () -> client.stderr().split("not built: src/generated.json", -1).length > times,
        () -> "builds follow, or what was not built is not told\n" + client.story());
  }

  @Tag("all")
  @Test
  @DisplayName("R6: output of the build, VCS and what .gitignore names start nothing")
  void ignored() throws IOException {
    write(".gitignore", "*.log\n/src/gen/\n");
    Files.createDirectories(work("src/gen"));
    Files.createDirectories(work("src/node_modules/x"));
    Files.createDirectories(work("src/.git"));
    RawClient client = connect(COPY);
    int before = builds();
    write("src/gen/out.txt", "x");
    write("src/debug.log", "x");
    write("src/node_modules/x/index.js", "x");
    write("src/.git/index", "x");
    write("src/.tools.json.swp", "x");
    write("outside.txt", "x");
    awaitQuiet(client);
    assertThat(builds() - before).as("only the mark's").isEqualTo(1);
  }

  @Tag("all")
  @Test
  @DisplayName("R4, R6: watching with the order stop-first")
  void stopFirst() {
    RawClient client = connect(COPY, "--order", "stop-first");
    write("src/tools.json", tools("forecast"));
    awaitTool(client, "forecast");
    assertThat(client.call("forecast").isError()).isFalse();
  }
}
