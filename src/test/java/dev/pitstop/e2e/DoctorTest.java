package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `pitstop doctor` as a user runs it, on real servers and on servers with one flaw each.
@DisplayName("U2: pitstop doctor")
class DoctorTest {
  private static final String FLAWED =
      Path.of("src/test/doctor/flawed.py").toAbsolutePath().toString();

  private static final List<String> PATIENT =
      List.of("--start-timeout", "60s", "--stop-timeout", "30s");

  @RegisterExtension final Bench bench = new Bench();

  /// A run that has ended.
  private record Ended(int code, String out, String err) {
    /// Findings of a mark and an area, as one text.
    List<String> marked(String mark) {
      return out.lines().filter(l -> l.startsWith(mark + " ")).toList();
    }
  }

  private Ended doctor(Map<String, String> more, List<String> arguments) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString(), "doctor"));
    argv.addAll(arguments);
    Path out = bench.dir().resolve("out");
    Path err = bench.dir().resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(bench.workDir().toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(more);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      try {
        assertThat(process.waitFor(2 * Deadline.GUARD.toSeconds(), TimeUnit.SECONDS))
            .as(() -> "the doctor ends; so far: " + text(out) + text(err))
            .isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new Ended(process.exitValue(), text(out), text(err));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private Ended doctor(String... arguments) {
    return doctor(Map.of(), List.of(arguments));
  }

  /// With more patience than a busy machine needs.
  private Ended patient(List<String> command) {
    List<String> arguments = new ArrayList<>(PATIENT);
    arguments.add("--");
    arguments.addAll(command);
    return doctor(Map.of(), arguments);
  }

  private Ended flawed(String flaw, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--", "python3", FLAWED));
    arguments.addAll(List.of(flaw.split(" ")));
    return doctor(Map.of(), arguments);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// But that a busy machine may take long for a start, and that Codex shows the first line only of
  /// instructions that are good for all others.
  private static void allIsWell(Ended ended) {
    assertThat(ended.out()).as(ended.err()).doesNotContain("✗").contains("✓ lists");
    assertThat(ended.marked("!")).as(ended.out()).allMatch(DoctorTest::isMinor);
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
  }

  private static boolean isMinor(String line) {
    return line.startsWith("! start") || line.matches("! instructions \\d+ lines: Codex shows .*");
  }

  private static void nothingIsLeft(String flaw) {
    Deadline.await(
        () -> ProcessHandle.allProcesses().noneMatch(p -> isFlawed(p, flaw)),
        () -> "a server with the flaw " + flaw + " is left");
    Deadline.await(
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

  @ParameterizedTest
  @DisplayName("Of a server without a flaw there is nothing to complain of")
  @ValueSource(
      strings = {
        "servers/sdk1.mjs",
        "servers/sdk2.mjs",
        "servers/scripted.mjs",
        "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
        "node_modules/@modelcontextprotocol/server-memory/dist/index.js",
      })
  void flawless(String script) {
    allIsWell(patient(List.of("node", Bench.nodeDir().resolve(script).toString())));
  }

  @Test
  @DisplayName("The same of the file system server, the Java SDK and Python without an SDK")
  void flawlessOthers() {
    String files = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
    String script = Bench.nodeDir().resolve(files).toString();
    allIsWell(patient(List.of("node", script, bench.workDir().toString())));
    allIsWell(patient(TestJvm.command(JavaSdkServer.class)));
    allIsWell(patient(List.of("python3", FLAWED, "none")));
    allIsWell(patient(List.of("python3", FLAWED, "both-eras")));
  }

  @ParameterizedTest
  @DisplayName("Each flaw is found and has a remedy; nothing of the server is left")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "banner | ✗ stdout | 1 line is not a message | flawed.py:",
        "dotenv | ✗ stdout | 1 line is not a message | quiet: true",
        "exit | ✗ start | the server ended with exit code 1 | --env NAME=VALUE",
        "trace | ✗ start | the server ended with exit code 1 | for this interpreter",
        "modern-only | ! eras | modern only (2026-07-28) | Codex, Gemini CLI and OpenCode speak only the legacy era",
        "revision | ✗ handshake | the revision \"1.0\" does not exist | clients disconnect",
        "no-info | ✗ handshake | no `serverInfo` | Return both as strings",
        "instructions | ! instructions | 5,000 characters | essentials first",
        "probe-dies | ! eras | when `server/discover` was the first request | -32601",
        "list-fails | ✗ lists | database is locked | do not declare the capability",
        "no-list | ✗ lists | no array `tools` | Return {",
        "no-ping | ! ping | `ping` is refused | Answer with {}",
        "string-ids | ✗ answers | match no open request | a number stays a number",
        "schemas | ✗ schemas | at the top level | all properties optional",
        "names | ✗ names | does not allow | only ASCII letters",
        "duplicates | ✗ lists | more than one tool with the same name | Rename one",
        "descriptions | ! descriptions | without a description | one or two sentences",
        "many | ! lists | Cursor accepts 40, VS Code accepts 128 | Offer fewer",
        "costly | ! tokens | about 15, | the biggest",
        "nameless | ✗ lists | without a required member | reject the whole list",
        "no-tools | ! lists | lists none | list_changed",
        "endless | ✗ lists | has not ended after 100 pages (cursor \"100\") | last page",
        "repeating | ✗ lists | the cursor \"page-two\" again | last page",
        "pages | ! lists | 2 tools on 2 pages | only the first",
        "stderr | ! stderr | on stderr before the first call | debug mode",
        "hints | ✗ protocol | tools[0].annotations.readOnlyHint is \"yes\", but must be true or false | reject the whole answer",
        "hints | ✗ protocol | tools[2].description is 5, but must be a string | tools[1].title is 7",
        "hints | ✗ protocol | tools[3].icons[0].src is missing | reject the whole answer",
        "pattern | ✗ schemas | inputSchema.properties.words.pattern is \"(\", not a regular expression | more.title is 7, not a string",
        "latin1 | ✗ protocol | the answer to `initialize` is not valid UTF-8 | PYTHONUTF8",
        "own-session | ✗ stop | leaves a process behind | sleep 601",
        "grandchild | ✗ stop | the server leaves a process behind | sleep 600",
      })
  void flaws(String flaw, String line, String text, String remedy) {
    Ended ended = flawed(flaw, PATIENT.toArray(String[]::new));
    String words = ended.out().replaceAll("\\s+", " ");
    assertThat(ended.out()).as(ended.err()).contains(line);
    assertThat(words).contains(text, remedy);
    assertThat(ended.code()).isEqualTo(line.startsWith("✗") ? 1 : 0);
    nothingIsLeft(flaw);
  }

  @Test
  @DisplayName("A server that does not answer, and one that serves HTTP in place of stdio")
  void silent() {
    assertThat(flawed("hang", "--start-timeout", "5s").out())
        .contains("✗ start        no answer to `initialize` within 5.0 s");
    assertThat(flawed("http", "--start-timeout", "8s").out())
        .contains("pitstop doctor http://localhost:8123/mcp");
    nothingIsLeft("hang");
  }

  @ParameterizedTest
  @DisplayName("A server that writes, but answers nothing, is not said to have written nothing")
  @CsvSource(
      delimiter = '|',
      value = {
        "text-ids | 1 answer that matches no request | the number 0 and the string",
        "no-newline | one came when Pitstop closed the server's stdin | flush stdout",
        "no-flush | one came when Pitstop closed the server's stdin | flush stdout",
        "floods | the server wrote | none of these messages is an answer",
      })
  void answersNothing(String flaw, String text, String remedy) {
    Ended ended = flawed(flaw, "--start-timeout", "4s", "--stop-timeout", "5s");
    String words = ended.out().replaceAll("\\s+", " ");
    assertThat(words)
        .contains("no answer to `initialize` within 4.", text, remedy, "jsonrpc")
        .doesNotContain("printed nothing");
    nothingIsLeft(flaw);
  }

  @Test
  @DisplayName("A server that answers `server/discover` soon and `initialize` late is late")
  void slowHandshake() {
    assertThat(flawed("slow-handshake 4", PATIENT.toArray(String[]::new)).out())
        .contains("start", "Cline waits 3 s", "(the second time 4.");
  }

  @Test
  @DisplayName("A server that starts too slowly for some")
  void slow() {
    Ended ended = flawed("slow 4");
    assertThat(ended.marked("!")).anyMatch(l -> l.startsWith("! start"));
    assertThat(ended.out()).contains("Cline waits 3 s");
  }

  @Test
  @DisplayName("The stop ladder: one that stays at the end of stdin, one that ignores SIGTERM, too")
  void stop() {
    assertThat(flawed("stays", "--stop-timeout", "5s").out())
        .contains(
            "! stop         the server still runs", "after the end of stdin; SIGTERM stops it");
    assertThat(flawed("stubborn", "--stop-timeout", "5s").out())
        .contains("✗ stop         the server still runs", "after SIGTERM");
    nothingIsLeft("stubborn");
  }

  @Test
  @DisplayName("H6: a token is never shown, whoever prints it")
  void secrets() {
    Ended inherited =
        doctor(Map.of("WEATHER_TOKEN", "wt-1234567"), List.of("--", "python3", FLAWED, "secret"));
    assertThat(inherited.out()).contains("using the token …").doesNotContain("wt-1234567");
    Ended given = flawed("secret", "--env", "WEATHER_TOKEN=wt-7654321");
    assertThat(given.out()).contains("using the token …").doesNotContain("wt-7654321");
  }

  @Test
  @DisplayName("--as: Codex clears the environment, Claude Desktop starts elsewhere")
  void as() {
    Ended codex =
        doctor(
            Map.of("WEATHER_TOKEN", "wt-1234567"),
            List.of("--as", "codex", "--", "python3", FLAWED, "secret"));
    assertThat(codex.out()).contains("(as Codex starts it)", "using the token none");
    Ended desktop = doctor("--as", "claude-desktop", "--", "sh", "-c", "cd does-not-exist");
    assertThat(desktop.out()).contains("(as Claude Desktop starts it)");
    assertThat(desktop.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("A program that is not there: the nearest names; a file that is not there")
  void notFound() {
    Ended typo = doctor("--", "pyhton3", "x.py");
    assertThat(typo.out()).contains("✗ start", "Did you mean `python3`");
    Ended file = doctor("--", "python3", "nowhere.py");
    assertThat(file.out()).contains("✗ start", "an absolute path works");
    assertThat(List.of(typo.code(), file.code())).containsOnly(1);
  }

  @Test
  @DisplayName("U7: a command that restarts the server by itself: the line without it is proposed")
  void watcher() throws IOException {
    Path server = bench.workDir().resolve("server.mjs");
    Files.writeString(server, "await import('" + bench.scripted().argv().get(1) + "');\n");
    Ended found = doctor("--", "node", "--watch", "server.mjs");
    assertThat(found.out())
        .contains(
            "! command", "the command starts `node --watch`, which restarts the server on its own")
        .containsPattern("pitstop --watch '?[^ ]+'? -- node server.mjs");
  }

  @Test
  @DisplayName("--build is run once, --watch looked at")
  void buildAndWatch() throws IOException {
    Path src = Files.createDirectories(bench.workDir().resolve("src/deep"));
    Files.writeString(src.resolve("a.py"), "");
    Files.createDirectories(bench.workDir().resolve("node_modules"));
    Files.writeString(bench.workDir().resolve("node_modules/b.py"), "");
    Ended good = flawed("none", "--build", "echo built >> log", "--watch", "**/*.py");
    assertThat(good.out())
        .contains("✓ build", "✓ watch        1 file: src/deep/a.py; ignored: node_modules (1)");
    assertThat(Files.readAllLines(bench.workDir().resolve("log"))).containsExactly("built");
    Ended bad = flawed("none", "--build", "echo oops; false", "--watch", "scr/**/*.py");
    assertThat(bad.out())
        .contains("✗ build        failed", "oops")
        .contains("✗ watch        `scr/**/*.py` matches no file", "Did you mean \"src/**/*.py\"?")
        .doesNotContain("start ");
    assertThat(bad.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("--json prints the same as one object, and nothing else")
  void json() {
    Ended ended = flawed("banner", "--json");
    JsonObject root = JsonParser.parseString(ended.out()).getAsJsonObject();
    assertThat(root.get("ok").getAsBoolean()).isFalse();
    JsonObject server = root.getAsJsonArray("servers").get(0).getAsJsonObject();
    Map<String, String> marks = new LinkedHashMap<>();
    server
        .getAsJsonArray("findings")
        .forEach(f ->
            marks.put(
                f.getAsJsonObject().get("area").getAsString(),
                f.getAsJsonObject().get("mark").getAsString()));
    assertThat(marks).containsEntry("stdout", "fail").containsEntry("lists", "ok");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("--config: every server of the file, and what is wrong with the file itself")
  void config() throws IOException {
    Path file = bench.workDir().resolve("servers.json");
    Files.writeString(
        file,
        """
        {"mcpServers": {
          "good": {"command": "python3", "args": ["%s", "none"], "env": {"TOKEN": "abcdef-1"}},
          "bad": {"command": "python3", "args": ["%s", "banner", "${DOCTOR_KEY}"]},
          "none": {"args": []}
        }}
        """
            .formatted(FLAWED, FLAWED));
    Ended ended = doctor(Map.of("DOCTOR_KEY", "key-99999"), List.of("--config", file.toString()));
    assertThat(ended.out())
        .contains("✗ config", "mcpServers.none", "\ngood: ", "\nbad: ", "✗ stdout")
        .doesNotContain("key-99999", "abcdef-1");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("A URL: a daemon that is fine, a wrong path, nobody there")
  void daemons() {
    try (HttpDaemonProcess daemon = HttpDaemonProcess.node(bench, "http-sdk2.mjs")) {
      daemon.start();
      allIsWell(doctor(daemon.url().toString()));
      Ended wrong = doctor(daemon.url().resolve("/wrong").toString());
      assertThat(wrong.out()).contains("✗ start", "→ Use ", "/mcp: an MCP server answers there");
      assertThat(wrong.code()).isEqualTo(1);
      assertThat(Procs.alive(daemon.pid())).isTrue();
      daemon.kill();
      assertThat(doctor(daemon.url().toString()).out()).contains("cannot reach ");
      Ended vain = doctor("--start", "echo no such table >&2; exit 3", daemon.url().toString());
      assertThat(vain.out())
          .contains("cannot reach ", "`--start` command ended with exit code", "no such table");
    }
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
    allIsWell(doctor(Map.of(), good));
    Ended bad = doctor("cli", "--", "echo", "hello");
    assertThat(bad.out()).contains("✗ start", "docs/cli-schema.json");
    assertThat(bad.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("Without UTF-8 only ASCII is written; a file has no colours")
  void plain() {
    Ended ended = doctor(Map.of("LC_ALL", "C"), List.of("--", "python3", FLAWED, "banner"));
    assertThat(ended.out()).contains("x stdout", "+ lists").doesNotContain("\u001b");
    assertThat(ended.out().chars()).allMatch(c -> c < 128);
  }

  @ParameterizedTest
  @DisplayName("U8: mistakes on the command line are said, with exit code 2")
  @CsvSource(
      delimiter = '|',
      value = {
        " | no server given",
        "-- | no program given",
        "--as emacs -- x | not one of claude-code",
        "--order stop-first -- x | is for sessions, not for `pitstop doctor`",
        "--jsn -- x | did you mean --json",
        "--config nowhere.json | is not a file",
        "--config a.json -- x | leave out COMMAND",
      })
  void usage(String line, String text) {
    Ended ended = doctor(Map.of(), line == null ? List.of() : List.of(line.split(" ")));
    assertThat(ended.err()).contains(text);
    assertThat(ended.code()).isEqualTo(2);
  }
}
