package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `pitstop doctor` as a user runs it, on real servers, processes and daemons. Flaws of servers
/// have component tests: `ProgramVisitTest`, `DaemonVisitTest`.
@DisplayName("pitstop doctor")
@Tag("all")
class DoctorTest {
  private static final String FLAWED =
      Path.of("src/test/doctor/flawed.py").toAbsolutePath().toString();

  @RegisterExtension final Bench bench = new Bench();

  private Ended doctor(Map<String, String> more, List<String> arguments) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString(), "doctor"));
    argv.addAll(arguments);
    Map<String, String> environment = bench.environment();
    environment.putAll(more);
    return Ended.of(argv, environment, bench.workDir());
  }

  private Ended doctor(String... arguments) {
    return doctor(Map.of(), List.of(arguments));
  }

  private Ended flawed(String flaw, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--", "python3", FLAWED, flaw));
    return doctor(Map.of(), arguments);
  }

  /// A busy machine may take long for a start, and Codex shows only the first line of instructions
  /// that are good for all others.
  private static void allIsWell(String report) {
    assertThat(report).doesNotContain("✗").contains("✓ lists");
    assertThat(report.lines().filter(l -> l.startsWith("! "))).allMatch(DoctorTest::isMinor);
  }

  private static boolean isMinor(String line) {
    return line.startsWith("! start") || line.matches("! instructions \\d+ lines: Codex shows .*");
  }

  private static void nothingIsLeft(String flaw) {
    Await.until(
        () -> ProcessHandle.allProcesses().noneMatch(p -> isFlawed(p, flaw)),
        () -> "a server with the flaw " + flaw + " is left");
    Await.until(
        () -> ProcessHandle.allProcesses().noneMatch(DoctorTest::isOfAServer),
        () -> "a process of a server with the flaw " + flaw + " is left");
  }

  private static boolean isOfAServer(ProcessHandle process) {
    return process.info().commandLine().orElse("").endsWith("sleep 601") && process.isAlive();
  }

  private static boolean isFlawed(ProcessHandle process, String flaw) {
    String line = process.info().commandLine().orElse("");
    return line.contains(FLAWED + " " + flaw) && !line.contains("doctor ") && process.isAlive();
  }

  @Test
  @DisplayName("--config: every server of the file; of real ones there is nothing to complain of")
  void config() throws IOException {
    JsonObject servers = new JsonObject();
    server(servers, "sdk1", List.of("node", node("servers/sdk1.mjs")));
    server(servers, "sdk2", List.of("node", node("servers/sdk2.mjs")));
    server(servers, "everything", List.of("node", published("everything")));
    server(servers, "memory", List.of("node", published("memory")));
    server(servers, "files", List.of("node", published("filesystem"), bench.workDir().toString()));
    server(servers, "java", TestJvm.command(JavaSdkServer.class));
    JsonObject env = new JsonObject();
    env.addProperty("WEATHER_TOKEN", "wt-7654321");
    server(servers, "bad", List.of("python3", FLAWED, "secret", "${DOCTOR_KEY}")).add("env", env);
    server(servers, "wrong", List.of("x")).remove("command");
    JsonObject root = new JsonObject();
    root.add("mcpServers", servers);
    Path file = bench.workDir().resolve("servers.json");
    Files.writeString(file, root.toString());
    Ended ended =
        doctor(
            Map.of("DOCTOR_KEY", "key-99999"),
            List.of("--start-timeout", "60s", "--config", file.toString()));
    List<String> sections = List.of(ended.out().split("\n\n"));
    assertThat(sections).as(ended.err()).hasSize(9); // that of the file, and the last line
    assertThat(sections.getFirst()).contains("✗ config", "mcpServers.wrong");
    sections.subList(1, 7).forEach(DoctorTest::allIsWell);
    assertThat(sections.get(7))
        .startsWith("bad: ")
        .contains("✗ stdout", "1 line is not a message", "using the token …");
    assertThat(ended.out()).doesNotContain("key-99999", "wt-7654321");
    assertThat(ended.code()).isEqualTo(1);
  }

  private static JsonObject server(JsonObject servers, String name, List<String> argv) {
    JsonObject entry = new JsonObject();
    entry.addProperty("command", argv.getFirst());
    JsonArray args = new JsonArray();
    argv.subList(1, argv.size()).forEach(args::add);
    entry.add("args", args);
    servers.add(name, entry);
    return entry;
  }

  private static String node(String script) {
    return Bench.nodeDir().resolve(script).toString();
  }

  private static String published(String server) {
    return node("node_modules/@modelcontextprotocol/server-" + server + "/dist/index.js");
  }

  @Test
  @DisplayName("Processes that a server leaves are found, also in a session of their own, and end")
  void leaves() {
    Ended ended = flawed("leaves", "--set", "stopTimeout=10s");
    assertThat(ended.out())
        .as(ended.err())
        .contains("✗ stop", "the server leaves 2 processes behind", "sleep 600", "sleep 601");
    assertThat(ended.code()).isEqualTo(1);
    nothingIsLeft("leaves");
  }

  @Test
  @DisplayName("The stop ladder: a server that ignores the end of stdin and SIGTERM is killed")
  void stop() {
    assertThat(flawed("stubborn", "--set", "stopTimeout=1s").out())
        .contains("✗ stop         the server still runs", "after SIGTERM");
    nothingIsLeft("stubborn");
  }

  @Test
  @DisplayName("--as: Codex clears the environment, Claude Desktop starts elsewhere")
  void as() {
    Map<String, String> token = Map.of("WEATHER_TOKEN", "wt-1234567");
    Ended codex =
        doctor(token, List.of("--as", "codex", "--", "python3", FLAWED, "secret", "early"));
    assertThat(codex.out()).contains("(as Codex starts it)", "using the token none");
    Ended ours = doctor(token, List.of("--", "python3", FLAWED, "secret", "early"));
    assertThat(ours.out()) // whoever prints it
        .contains("using the token …")
        .doesNotContain("wt-1234567");
    Ended desktop = doctor("--as", "claude-desktop", "--", "sh", "-c", "cd does-not-exist");
    assertThat(desktop.out()).contains("(as Claude Desktop starts it)");
    assertThat(desktop.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("A URL: a daemon that is fine keeps running")
  void daemons() {
    HttpDaemonProcess daemon = bench.start(HttpDaemonProcess.node(bench, "http-sdk2.mjs"));
    Ended fine = doctor(daemon.url().toString());
    allIsWell(fine.out());
    assertThat(fine.code()).isZero();
    assertThat(Procs.alive(daemon.pid())).isTrue();
  }

  @Test
  @DisplayName("cli: a program that describes its tools, and one that does not")
  void commandLine() {
    ToolProgram tool = bench.tool("tool");
    tool.schemaText(
        "{\"version\":1,\"tools\":[{\"name\":\"add\",\"description\":\"Adds.\","
            + "\"parameters\":{\"type\":\"object\",\"properties\":{}}}]}");
    List<String> good = new ArrayList<>(List.of("cli", "--"));
    good.addAll(tool.argv());
    allIsWell(doctor(Map.of(), good).out());
    Ended bad = doctor("cli", "--", "echo", "hello");
    assertThat(bad.out()).contains("✗ start", "docs/cli-schema.json");
    assertThat(bad.code()).isEqualTo(1);
  }
}
