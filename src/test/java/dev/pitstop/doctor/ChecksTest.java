package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.Kind;
import dev.pitstop.install.Client;
import dev.pitstop.process.Child;
import dev.pitstop.process.Stopped;
import dev.pitstop.project.Language;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Facts in, findings out.
@DisplayName("pitstop doctor, checks")
class ChecksTest {
  private static final List<ClientProfile> ALL = ClientProfile.all();
  private static final Conversation.Heard NOTHING =
      new Conversation.Heard(0, List.of(), List.of(), false, List.of(), Set.of(), List.of(), 0);

  private static JsonElement json(String text) {
    return JsonParser.parseString(text);
  }

  private static List<JsonElement> named(String... names) {
    List<JsonElement> tools = new ArrayList<>();
    for (String name : names) {
      tools.add(
          json(
              "{\"name\":\""
                  + name
                  + "\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\"}}"));
    }
    return tools;
  }

  private static ListFacts tools(int pages, ListFacts.End end, JsonElement... items) {
    return new ListFacts(Kind.TOOLS, List.of(items), pages, end);
  }

  // Starts.

  @ParameterizedTest
  @DisplayName("A start is measured against the clients' patience")
  @CsvSource({
    "200, OK, answered",
    "900, OK, answered",
    "1100, WARN, after 1 s Codex sends its first request without these tools",
    "3100, WARN, Cline waits 3 s",
    "29000, WARN, Cline waits 3 s",
    "31000, FAIL, Claude Code waits 30 s",
    "31000, FAIL, Codex waits 30 s",
    "31000, FAIL, OpenCode waits 30 s",
    "61000, FAIL, Zed waits 60 s",
  })
  void late(long millis, Mark mark, String text) {
    Finding found = StartCheck.answered("initialize", millis, ALL);
    assertThat(found.mark()).isEqualTo(mark);
    assertThat(found.text()).contains(text);
    assertThat(found.remedy().isPresent()).isEqualTo(mark != Mark.OK);
  }

  @Test
  @DisplayName("As one client, only that client's patience counts")
  void lateForOne() {
    List<ClientProfile> zed = List.of(ClientProfile.of(Client.ZED));
    Finding found = StartCheck.answered("initialize", 31_000, zed);
    assertThat(found.mark()).isEqualTo(Mark.OK);
  }

  private static Finding start(long millis, String client) {
    return StartCheck.answered(
        "initialize", millis, List.of(ClientProfile.of(Client.of(client).orElseThrow())));
  }

  @Test
  @DisplayName("A late start: the remedy names the client's own setting, if it has one")
  void ownSettings() {
    assertThat(start(1_500, "codex").mark()).isEqualTo(Mark.WARN);
    assertThat(start(1_500, "codex").remedy().orElse(""))
        .contains(
            "For Codex, set `required = true` in [mcp_servers.NAME]", "`startup_timeout_sec`");
    assertThat(start(31_000, "opencode").remedy().orElse(""))
        .contains("For OpenCode, set `timeout`");
    assertThat(start(31_000, "claude-code").remedy().orElse("")).contains("`MCP_TIMEOUT`");
    assertThat(start(3_500, "claude-code"))
        .isEqualTo(Finding.ok("start", start(3_500, "zed").text()));
  }

  @ParameterizedTest
  @DisplayName("A server that ends at its start is told apart by its last words")
  @CsvSource(
      delimiter = '|',
      value = {
        "Error: Cannot find module '/x/dist/index.js' | Build the server first",
        "ModuleNotFoundError: No module named 'mcp' | for this interpreter",
        "Error: listen EADDRINUSE: address already in use :::3000 | port is in use",
        "/usr/bin/env: ‘node’: No such file or directory | full path",
        "env: node: No such file or directory | full path",
        "GITHUB_TOKEN environment variable is required | --env NAME=VALUE",
        "Usage: server [options] <dir> | Correct the arguments",
        "Error: Unable to access jarfile target/x.jar | Build the server first",
        "something else | the server's last lines",
      })
  void died(String words, String advice) {
    Finding found =
        StartCheck.unanswered(
            new Outcome.Over("ended with exit code 1"),
            50,
            words.lines().toList(),
            Path.of("/work"),
            NOTHING);
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.remedy().orElse("")).contains(advice);
    assertThat(found.details()).containsExactlyElementsOf(words.lines().toList());
  }

  @Test
  @DisplayName("Of many lines, those that explain the end are quoted")
  void explained() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      lines.add("loading city " + i);
    }
    lines.add("/work/server.mjs:5");
    lines.add("Error: no key");
    for (int i = 0; i < 9; i++) {
      lines.add("    at node:internal/process/" + i + ":1:1");
    }
    lines.add("[stdout] a line of stdout");
    Finding found =
        StartCheck.unanswered(
            new Outcome.Over("ended with exit code 1"), 50, lines, Path.of("/work"), NOTHING);
    assertThat(found.details()).contains("Error: no key").hasSizeLessThan(lines.size());
    assertThat(found.details()).noneMatch(l -> l.contains("stdout"));
  }

  @ParameterizedTest
  @DisplayName("A server that is silent on stdio may serve HTTP: its own words say where")
  @CsvSource(
      delimiter = '|',
      value = {
        "Server listening on http://127.0.0.1:3001/mcp, ready | http://127.0.0.1:3001/mcp",
        "MCP on http://0.0.0.0:8000/mcp. | http://localhost:8000/mcp",
        "see http://example.com/docs | ",
        "port 22 is not used | ",
      })
  void http(String line, String url) {
    assertThat(StartCheck.url(List.of(line))).isEqualTo(Optional.ofNullable(url));
  }

  @Test
  @DisplayName("A program that is not found, or that only the shell finds")
  void notFound() {
    String problem = "\"nod\" was not found on PATH.";
    Finding missing = StartCheck.notStarted(problem, "Install it.", "nod", Optional.empty());
    assertThat(missing.text()).isEqualTo("\"nod\" was not found on PATH");
    assertThat(missing.remedy()).contains("Install it");
    Finding elsewhere =
        StartCheck.notStarted(problem, "", "nod", Optional.of(Path.of("/opt/x/nod")));
    assertThat(elsewhere.remedy().orElse("")).contains("Write /opt/x/nod instead of `nod`");
  }

  // stdout.

  @ParameterizedTest
  @DisplayName("Who wrote a line on stdout is known of some, and found in the program's files")
  @CsvSource(
      delimiter = '|',
      value = {
        "[dotenv@17.2.1] injecting env (2) from .env | quiet: true",
        "> weather@1.0.0 start | npm",
        "> node dist/index.js | npm",
        "> Task :compileJava | gradle -q",
        "yarn run v1.22.22 | yarn --silent",
        "[nodemon] starting `node x.js` | nodemon",
        "[INFO] Scanning for projects... | mvn -q",
        "{\"level\":30,\"time\":1,\"msg\":\"up\"} | pino.destination(2)",
        "Content-Length: 99 | one JSON message per line",
        "Server is up | Write it to stderr (at src/index.ts:7): console.error",
      })
  void stdout(String line, String remedy) {
    Function<String, Optional<String>> origin =
        text -> text.equals("Server is up") ? Optional.of("src/index.ts:7") : Optional.empty();
    Finding found =
        StdoutCheck.of(List.of(new StdoutCheck.Stray(1, line)), 1, Language.JAVASCRIPT, origin);
    assertThat(found.mark()).isEqualTo(Mark.FAIL);
    assertThat(found.remedy().orElse("")).contains(remedy);
    assertThat(found.details()).containsExactly("line 1: \"" + line + "\"");
  }

  // Eras.

  private static Outcome answer(String result) {
    return new Outcome.Answer(json(result));
  }

  private static List<Finding> eras(Outcome legacy, Outcome modern) {
    return EraCheck.of(legacy, Optional.of(modern), ALL);
  }

  private static final String GREETING =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
          + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
  private static final Outcome UNKNOWN =
      new Outcome.Refused(-32601, "Method not found", OptionalInt.empty());
  private static final Outcome MODERN = answer("{\"supportedVersions\":[\"2026-07-28\"]}");

  @Test
  @DisplayName("A legacy server, one of both eras, and a modern one")
  void eras() {
    assertThat(eras(answer(GREETING), UNKNOWN))
        .containsExactly(
            Finding.ok("eras", "legacy (2025-06-18), which every known client speaks"));
    assertThat(eras(answer(GREETING), MODERN))
        .containsExactly(Finding.ok("eras", "legacy (2025-06-18) and modern (2026-07-28)"));
    assertThat(eras(new Outcome.Refused(-32022, "no", OptionalInt.empty()), MODERN))
        .singleElement()
        .satisfies(f -> assertThat(f.mark()).isEqualTo(Mark.WARN))
        .satisfies(f ->
            assertThat(f.remedy().orElse(""))
                .startsWith("Serve both eras")
                .contains("Codex, Gemini CLI and OpenCode speak only the legacy era"));
    assertThat(
            EraCheck.of(
                new Outcome.Refused(-32022, "no", OptionalInt.empty()),
                Optional.of(MODERN),
                List.of(ClientProfile.of(Client.CLAUDE_CODE))))
        .as("it asks server/discover first, and speaks what is answered")
        .singleElement()
        .satisfies(f -> assertThat(f.mark()).isEqualTo(Mark.OK));
  }

  @Test
  @DisplayName("A revision that does not exist")
  void handshake() {
    assertThat(eras(answer(GREETING.replace("2025-06-18", "1.0")), UNKNOWN))
        .singleElement()
        .satisfies(f -> assertThat(f.mark()).isEqualTo(Mark.FAIL))
        .satisfies(f -> assertThat(f.text()).contains("\"1.0\" does not exist"));
  }

  @Test
  @DisplayName("A server that is put out by `server/discover` is warned of")
  void probes() {
    for (Outcome odd :
        List.of(
            new Outcome.Silence(10_000),
            new Outcome.Over("ended with exit code 1"),
            new Outcome.Unreadable("no JSON", "oops"),
            answer("{}"))) {
      assertThat(eras(answer(GREETING), odd))
          .singleElement()
          .satisfies(f -> assertThat(f.mark()).isEqualTo(Mark.WARN))
          .satisfies(f -> assertThat(f.remedy().orElse("")).contains("-32601"));
    }
  }

  // Lists.

  @Test
  @DisplayName("A list that does not end is named with its cursor")
  void endless() {
    ListFacts endless = tools(2, new ListFacts.End.Endless("p2"), named("a").getFirst());
    assertThat(ListsCheck.of(List.of(endless), ALL))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("page 2 returns the cursor \"p2\""));
  }

  @Test
  @DisplayName("Pages that some clients do not ask for, and too many tools")
  void pages() {
    ListFacts two =
        tools(2, new ListFacts.End.Whole(), named("a", "b").toArray(JsonElement[]::new));
    assertThat(ListsCheck.of(List.of(two), ALL).getFirst().remedy().orElse(""))
        .contains("Cursor and Gemini CLI read only the first");
    assertThat(ListsCheck.of(List.of(two), List.of(ClientProfile.of(Client.ZED))))
        .allMatch(f -> f.mark() == Mark.OK);
    String[] names = new String[41];
    for (int i = 0; i < names.length; i++) {
      names[i] = "t" + i;
    }
    ListFacts many = tools(1, new ListFacts.End.Whole(), named(names).toArray(JsonElement[]::new));
    assertThat(ListsCheck.of(List.of(many), ALL).getFirst().text()).contains("Cursor accepts 40");
  }

  @Test
  @DisplayName("Two tools of one name")
  void identity() {
    ListFacts twins =
        tools(1, new ListFacts.End.Whole(), named("a", "a").toArray(JsonElement[]::new));
    assertThat(ListsCheck.of(List.of(twins), ALL).getFirst().details())
        .containsExactly("\"a\" 2 times");
  }

  @Test
  @DisplayName("A declared list that fails is wrong; templates that are not known are only odd")
  void failing() {
    ListFacts tools =
        tools(
            0,
            new ListFacts.End.Failed(new Outcome.Refused(-32603, "locked", OptionalInt.empty())));
    assertThat(ListsCheck.of(List.of(tools), ALL).getFirst().mark()).isEqualTo(Mark.FAIL);
    ListFacts templates =
        new ListFacts(Kind.TEMPLATES, List.of(), 0, new ListFacts.End.Failed(UNKNOWN));
    assertThat(ListsCheck.of(List.of(templates), ALL).getFirst().mark()).isEqualTo(Mark.WARN);
  }

  // Names and sizes.

  @ParameterizedTest
  @DisplayName("Names: letters, and lengths with the clients' prefixes")
  @CsvSource(
      delimiter = '|',
      value = {
        "get-weather | weather | OK | fits every client",
        "getWeather_2 | weather | OK | fits every client",
        "get weather | weather | FAIL | does not allow",
        "größe | weather | FAIL | does not allow",
        "a.b | weather | WARN | with `.`",
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | s | FAIL | too long",
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | a-server-of-a-long-name | WARN | too long",
      })
  void names(String name, String server, Mark mark, String text) {
    Finding found = NamesCheck.of(named(name), server, ALL).getFirst();
    assertThat(found.mark()).isEqualTo(mark);
    assertThat(found.text()).contains(text);
  }

  @Test
  @DisplayName("Descriptions and instructions that are cut, and what the list costs")
  void sizes() {
    String described = "{\"name\":\"a\",\"description\":\"" + "x".repeat(47_960) + "\"}";
    List<JsonElement> tools = List.of(json(described), json("{\"name\":\"b\"}"));
    List<Finding> found = SizesCheck.of(tools, Optional.of("x".repeat(5_000)), ALL);
    assertThat(found)
        .extracting(f -> f.mark() + " " + f.text())
        .containsExactly(
            "WARN 1 tool without a description",
            "WARN 1 description that Claude Code cuts at 16,384 characters",
            "WARN the tool list costs about 12,000 tokens in every conversation (estimated: 48,001"
                + " bytes / 4)",
            "WARN 5,000 characters: Claude Code cuts them at 4,096",
            "WARN 1 line: Codex shows only the first line, up to 250 characters with its prefix");
    assertThat(SizesCheck.of(tools, Optional.empty(), List.of(ClientProfile.of(Client.ZED))))
        .noneMatch(f -> f.text().contains("cuts"));
  }

  private static List<String> instructions(String text, List<ClientProfile> clients) {
    return SizesCheck.of(List.of(), Optional.of(text), clients).stream()
        .map(f -> f.mark() + " " + f.text())
        .toList();
  }

  @Test
  @DisplayName(
      "Instructions: Codex shows its model the first line, the others what is below it too")
  void firstLine() {
    assertThat(instructions("Ask first.\n\nThen act.\n", ALL))
        .containsExactly(
            "WARN 2 lines: Codex shows only the first line, up to 250 characters with its"
                + " prefix");
    assertThat(instructions("Ask first.\n", ALL)).containsExactly("OK 11 characters");
    assertThat(instructions("x".repeat(4_000), List.of(ClientProfile.of(Client.CLAUDE_CODE))))
        .containsExactly("OK 4,000 characters");
  }

  // Stops.

  @ParameterizedTest
  @DisplayName("The stop ladder")
  @CsvSource({
    "STDIN_CLOSED, 0, true, OK, no process behind",
    "STDIN_CLOSED, 0, false, WARN, SIGTERM alone",
    "STDIN_CLOSED, 2, true, FAIL, leaves 2 processes behind",
    "TERMINATED, 0, true, WARN, SIGTERM stops it",
    "KILLED, 0, false, FAIL, after SIGTERM",
    "ALREADY_DEAD, 0, true, FAIL, by itself",
  })
  void stops(Stopped.How how, int left, boolean atTerm, Mark mark, String text) {
    Stopped stopped = new Stopped(new Child.Exit(0), how, left, "");
    List<Finding> found =
        new StopCheck(stopped, 40, List.of("sleep 9 (process 3)"), Optional.of(atTerm), List.of())
            .findings(2_000, Language.JAVASCRIPT);
    assertThat(found)
        .singleElement()
        .satisfies(f -> assertThat(f.mark()).isEqualTo(mark))
        .satisfies(f -> assertThat(f.text()).contains(text));
  }

  // The rest.

  @Test
  @DisplayName("Answers that nobody asked for, a refused ping, a flood on stderr")
  void wire() {
    assertThat(WireCheck.of(List.of(), List.of("one line"), answer("{}"))).isEmpty();
    assertThat(WireCheck.of(List.of("\"1\""), List.of("x".repeat(70_000)), UNKNOWN))
        .extracting(Finding::area)
        .containsExactly("answers", "ping", "stderr");
  }

  @Test
  @DisplayName("A build that failed shows its report")
  void build() {
    assertThat(BuildCheck.of(true, Optional.empty(), 1_200, "", ALL))
        .isEqualTo(Finding.ok("build", "succeeded in 1.2 s"));
    Finding failed =
        BuildCheck.of(false, Optional.of(new Child.Exit(2)), 9, "$ tsc\nx.ts(1,1): error", ALL);
    assertThat(failed.details()).containsExactly("$ tsc", "x.ts(1,1): error");
    assertThat(failed.remedy().orElse("")).startsWith("Fix the errors below");
  }

  @Test
  @DisplayName("A build program that is not found: the shell's exit code says so")
  void noSuchBuildProgram() {
    Finding failed = BuildCheck.of(false, Optional.of(new Child.Exit(127)), 9, "sh: tsc: ?", ALL);
    assertThat(failed.remedy().orElse("")).contains("does not find the program");
  }

  @Test
  @DisplayName("A build that outlasts a client's limit for calls: who ends it, and its own setting")
  void longBuild() {
    Finding found =
        BuildCheck.of(
            true,
            Optional.empty(),
            90_000,
            "",
            List.of(ClientProfile.of(Client.CODEX), ClientProfile.of(Client.OPENCODE)));
    assertThat(found.mark()).isEqualTo(Mark.WARN);
    assertThat(found.text())
        .endsWith(
            "`recompile` takes as long, but OpenCode ends a call after 60 s without progress");
    assertThat(found.remedy().orElse(""))
        .contains("For OpenCode, set `timeout`")
        .doesNotContain("Codex");
    Finding longer = BuildCheck.of(true, Optional.empty(), 301_000, "", ALL);
    assertThat(longer.remedy().orElse(""))
        .contains("`tool_timeout_sec`", "For Cline, set `timeout`");
    assertThat(longer.text()).doesNotContain("Gemini CLI ends", "Claude Code ends");
  }
}
