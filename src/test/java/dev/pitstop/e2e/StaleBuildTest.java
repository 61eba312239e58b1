package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A TypeScript server whose source was saved after its last build.
@DisplayName("U5, row 7: what runs is what was saved")
@Tag("all")
class StaleBuildTest {
  private static final long BUILT = 1_700_000_000_000L;

  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;
  private Path made = Path.of("");

  @BeforeEach
  void project() throws IOException {
    server = bench.scripted();
    made = file("dist/index.mjs", "await import('" + server.argv().get(1) + "');\n", 0);
    file("src/index.ts", "// the source\n", 60);
  }

  private Path file(String name, String content, long secondsAfter) throws IOException {
    Path file = bench.workDir().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.fromMillis(BUILT + 1_000 * secondsAfter));
    return file;
  }

  private RawClient connect(String... options) {
    List<String> argv = new ArrayList<>(server.argv());
    argv.set(1, "dist/index.mjs");
    RawClient client = bench.pitstop(argv, options).drainStderr();
    client.handshake();
    return client;
  }

  /// All of its text blocks.
  private static String all(ToolResult result) {
    return String.join("\n", result.texts());
  }

  private static String status(RawClient client) {
    return client.call("server_status").text();
  }

  private static void await(RawClient client, String text) {
    String[] last = {""};
    Await.until(
        () -> {
          last[0] = status(client);
          return last[0].contains(text);
        },
        () -> "server_status does not say \"" + text + "\": " + last[0]);
  }

  @Test
  @DisplayName("with --build it is built at the start, beside the one that serves, once")
  void builds() {
    RawClient client = connect("--build", "echo built >> builds && touch dist/index.mjs");
    await(client, "spawn #2, up");
    assertThat(all(client.call("pid")))
        .contains(
            "Rebuilt at the start of the session: dist/index.mjs was" + " older than src/index.ts")
        .contains("\"spawn\":2}");
    assertThat(all(client.call("pid"))).doesNotContain("Rebuilt at the start");
    assertThat(bench.workDir().resolve("builds")).hasContent("built\n");
  }

  @Test
  @DisplayName("without: a notice, recompile and server_status say it, until another build runs")
  void tells() throws IOException {
    file("package.json", "{\"name\":\"x\",\"scripts\":{\"build\":\"tsc\"}}", 0);
    RawClient client = connect();
    String remedy =
        "`npm run build` would build it; with `--build \"npm run build\"`,"
            + " `recompile` runs it.";
    String[] all = {""};
    Await.until(
        () -> {
          all[0] = all(client.call("pid"));
          return all[0].contains("[pitstop]");
        },
        () -> "no notice: " + all[0]);
    assertThat(all[0])
        .contains(
            "[pitstop] The running server may be out of date: dist/index.mjs is older than src/index.ts")
        .contains(remedy);
    assertThat(all(client.call("pid"))).doesNotContain("may be out of date");
    assertThat(client.call("recompile").text())
        .contains("spawn #2", "Out of date: dist/index.mjs is older than src/index.ts")
        .contains(remedy);
    assertThat(status(client)).contains("Out of date: dist/index.mjs is older than");
    Files.setLastModifiedTime(made, FileTime.fromMillis(BUILT + 120_000));
    assertThat(client.call("recompile").text()).contains("spawn #3").doesNotContain("Out of date");
    assertThat(status(client)).doesNotContain("Out of date");
  }

  @Test
  @DisplayName("C1: a crash with source that was saved after the start tells it beside the stack")
  void crash() throws IOException {
    file("src/index.ts", "// the source\n", -60);
    RawClient client = connect();
    client.call("pid");
    file("src/index.ts", "// mended\n", 60);
    ToolResult crash = client.call("crash");
    assertThat(crash.isError()).isTrue();
    assertThat(crash.text()).contains("Out of date: dist/index.mjs is older than src/index.ts");
  }

  @Test
  @DisplayName("row 2: never built, it is built at the start, and handshake and list are its own")
  void neverBuilt() throws IOException {
    Files.delete(made);
    file("main.mjs", "await import('" + server.argv().get(1) + "');\n", 0);
    RawClient client =
        connect(
            "--build", "echo built >> builds; sleep 1; mkdir -p dist; cp main.mjs dist/index.mjs");
    assertThat(
            Json.each(
                client.result(client.request("tools/list", "{}")).getAsJsonArray("tools"), "name"))
        .contains("pid", "recompile");
    assertThat(client.call("pid").text()).contains("\"spawn\":1}");
    assertThat(bench.workDir().resolve("builds")).hasContent("built\n");
  }

  @Test
  @DisplayName("row 2: never built, and the build fails: the first call has the compiler's lines")
  void neverBuiltAndFails() throws IOException {
    Files.delete(made);
    file("package.json", "{\"devDependencies\":{\"typescript\":\"^5\"}}", 0);
    file("main.mjs", "await import('" + server.argv().get(1) + "');\n", 0);
    file("build.sh", "echo 'src/index.ts(1,1): error TS1: no' >&2; exit 2\n", 0);
    RawClient client = connect("--build", "sh build.sh");
    ToolResult call = client.call("pid");
    assertThat(call.isError()).isTrue();
    assertThat(call.text())
        .contains("Its build failed", "error TS1: no", " has no `node_modules`: ", "`npm install`");
    file("build.sh", "mkdir -p dist; cp main.mjs dist/index.mjs\n", 0);
    assertThat(client.call("recompile").text()).contains("Rebuilt server", "spawn #1");
    assertThat(client.call("pid").isError()).isFalse();
  }

  @Test
  @DisplayName("a build at the start that fails is told; the old one serves what it was")
  void fails() {
    RawClient client = connect("--build", "echo 'src/index.ts(1,1): error TS1: no' >&2; exit 2");
    await(client, "Last build: failed");
    assertThat(all(client.call("pid")))
        .contains(
            "Rebuilt at the start of the session, because dist/index.mjs"
                + " was older than src/index.ts")
        .contains("error TS1: no", "The old server keeps running", "without the latest changes")
        .contains("\"spawn\":1}");
  }

  @Test
  @DisplayName("one that failed is told no more once a later build has succeeded")
  void mended() throws IOException {
    file("build.sh", "echo no >&2; exit 2\n", -60);
    RawClient client = connect("--build", "sh build.sh");
    await(client, "Last build: failed");
    file("build.sh", "touch dist/index.mjs\n", -60);
    assertThat(client.call("recompile").text()).contains("spawn #2");
    assertThat(all(client.call("pid"))).doesNotContain("Rebuilt at the start", "does not run");
  }

  @Test
  @DisplayName("what is up to date is left alone")
  void upToDate() throws IOException {
    Files.setLastModifiedTime(made, FileTime.fromMillis(BUILT + 120_000));
    RawClient client = connect("--build", "echo built >> builds", "--log-level", "debug");
    assertThat(client.call("recompile").text()).contains("spawn #2"); // the only build there is
    assertThat(bench.workDir().resolve("builds")).hasContent("built\n");
    assertThat(status(client)).doesNotContain("Out of date");
  }
}
