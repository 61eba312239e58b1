package dev.pitstop.config;

import static dev.pitstop.config.Configs.DIRECTORY;
import static dev.pitstop.config.Configs.FILE;
import static dev.pitstop.config.Configs.good;
import static dev.pitstop.config.Configs.server;
import static dev.pitstop.config.Configs.spec;
import static dev.pitstop.config.Configs.texts;
import static dev.pitstop.config.Configs.usable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.Position;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the configuration file")
class ConfigFileTest {
  @Test
  void everyKey() {
    ServerEntry entry =
        good(
            """
            {
              "type": "stdio",
              "command": "${HOME}/bin/node",
              "args": ["dist/x.js", "--port=${PORT}", "$$", "${NONE:-d}"],
              "env": {"KEY": "${API_KEY}", "A": "b"},
              "cwd": "servers/${PORT}",
              "build": "npm run build -- ${PORT}",
              "watch": ["src/**", "!src/gen/**"],
              "order": "stop-first",
              "onCrash": "respawn",
              "replay": ["login", "open:project=${PORT}"],
              "tools": {"allow": ["get_*"], "deny": ["get_secret"]},
              "disabled": false,
              "binary": "dist/x.js",
              "buildTimeout": "2min",
              "startTimeout": 45
            }
            """);

    assertThat(entry.written()).isEqualTo("s");
    ServerSpec spec = entry.spec().orElseThrow();
    assertThat(spec.target())
        .isEqualTo(
            new Target.Program(
                new Command(
                    List.of("/home/me/bin/node", "dist/x.js", "--port=8080", "$$", "d"),
                    Map.of("KEY", "s3cret", "A", "b"),
                    DIRECTORY.resolve("servers/8080"),
                    Optional.of(DIRECTORY.resolve("servers/8080/dist/x.js")))));
    assertThat(spec.build()).contains("npm run build -- 8080");
    assertThat(spec.watch()).containsExactly("src/**", "!src/gen/**");
    assertThat(spec.order()).isEqualTo(State.Order.STOP_FIRST);
    assertThat(spec.respawn()).isTrue();
    assertThat(spec.replay())
        .containsExactly(
            new ReplayRule("login", Optional.empty()),
            new ReplayRule("open", Optional.of(new ReplayRule.Argument("project", "8080"))));
    assertThat(spec.tools()).isEqualTo(new ToolFilter(List.of("get_*"), List.of("get_secret")));
    assertThat(spec.buildMillis()).hasValue(120_000);
    assertThat(spec.startMillis()).hasValue(45_000);
  }

  @Test
  void whatIsNotSaid() {
    ServerSpec spec = spec("{\"command\": \"x\", \"cwd\": null, \"args\": null}");

    assertThat(spec)
        .isEqualTo(spec("{\"command\": [\"x\"], \"cwd\": \".\", \"watch\": [], \"tools\": []}"));
    assertThat(spec.command()).isEqualTo(new Command(List.of("x"), Map.of(), DIRECTORY));
    assertThat(spec.order()).isEqualTo(State.Order.START_FIRST);
    assertThat(spec.respawn()).isFalse();
    assertThat(spec.build()).isEmpty();
    assertThat(spec.startMillis()).isEmpty();
    assertThat(spec.tools()).isEqualTo(ToolFilter.ALL);
  }

  @Test
  void oneStringWhereSeveralMayStand() {
    ServerSpec entry =
        spec(
            "{\"command\": \"x\", \"watch\": \"${PORT}/*\", \"replay\": \"a\", \"tools\": [\"b*\"]}");

    assertThat(entry.watch()).containsExactly("8080/*");
    assertThat(entry.replay()).containsExactly(new ReplayRule("a", Optional.empty()));
    assertThat(entry.tools()).isEqualTo(new ToolFilter(List.of("b*"), List.of()));
    assertThat(spec("{\"command\": [\"x\", \"a\"], \"args\": [\"b\"]}").command().argv())
        .containsExactly("x", "a", "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http", "streamable-http", "sse"})
  void http(String type) throws BadSetting {
    String said = type.isEmpty() ? "" : ", \"type\": \"" + type + "\"";

    assertThat(
            spec("{\"url\": \"HTTPS://h:${PORT}/mcp\", \"headers\": {\"Authorization\":"
                    + " \"Bearer ${API_KEY}\"}"
                    + said
                    + "}")
                .target())
        .isEqualTo(
            new Target.Daemon(
                Endpoint.of(
                    "HTTPS://h:8080/mcp", List.of(new Header("Authorization", "Bearer s3cret"))),
                new Command(List.of("https://h:8080/mcp"), Map.of(), DIRECTORY),
                Optional.empty(),
                Optional.empty(),
                Path.of("s")));
  }

  @Test
  void aCommandLineProgram() {
    assertThat(spec("{\"cli\": [\"git\", \"-C\", \"${HOME}\"]}").target())
        .isEqualTo(
            new Target.Tools(
                new Command(List.of("git", "-C", "/home/me"), Map.of(), DIRECTORY),
                Target.Calls.USUAL));
  }

  @Test
  void howACommandLineProgramIsCalled() {
    assertThat(
            spec("{\"cli\": [\"t\"], \"schemaArgs\": [\"describe\"], \"callArgs\": [], \"callTimeout\": \"2min\","
                    + " \"maxOutput\": \"2KiB\", \"parallel\": \"3\"}")
                .target())
        .isEqualTo(
            new Target.Tools(
                new Command(List.of("t"), Map.of(), DIRECTORY),
                new Target.Calls(List.of("describe"), Optional.of(List.of()), 120_000, 2048, 3)));
  }

  @Test
  void numbersAndBooleansAmongArgumentsNeedQuotes() {
    ConfigFile file =
        server("{\"command\": \"x\", \"args\": [\"-p\", 8080, true], \"env\": {\"N\": 1.50}}");

    assertThat(file.entries()).isEmpty();
    assertThat(texts(file.problems()))
        .containsExactly(
            "2:38: mcpServers.s.args[1]: expected a string, found a number",
            "2:44: mcpServers.s.args[2]: expected a string, found a boolean",
            "2:64: mcpServers.s.env.N: expected a string, found a number");
  }

  @Test
  void windowsPaths() {
    assertThat(spec("{\"command\": \"C:\\\\Program Files\\\\x.exe\"}").command().argv())
        .containsExactly("C:\\Program Files\\x.exe");
    assertThat(
            texts(Configs.read("{\"mcpServers\": {\"s\": {\"cwd\": \"C:\\Users\"}}}").problems()))
        .containsExactly(
            "1:30: mcpServers.s.cwd: invalid escape in this string; write a backslash as `\\\\`");
  }

  @Test
  void serversOfVsCode() {
    assertThat(usable("{\"inputs\": [], \"servers\": {\"a\": {\"command\": \"x\"}}}").entries())
        .hasSize(1);
    ConfigFile both = usable("{\"servers\": {\"a\": 1}, \"mcpServers\": {}}");
    assertThat(both.entries()).isEmpty();
    assertThat(texts(both.warnings()))
        .containsExactly("1:2: servers: ignored, because the file also has `mcpServers`");
  }

  @Test
  void keysOfClientsAreAcceptedInSilence() {
    good(
        """
        {"command": "x", "autoApprove": [], "alwaysAllow": ["a"], "timeout": 60, "description": "d",
         "$schema": "x", "_comment": 1, "//": "y", "trust": true}
        """);
    assertThat(usable("{\"$schema\": \"x\", \"theme\": {}, \"mcpServers\": {}}").warnings())
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "comand | unknown key `comand`; did you mean `command`?",
        "serverUrl | unknown key `serverUrl`; did you mean `url`?",
        "enabled | unknown key `enabled`; did you mean `disabled`?",
        "on_crash | unknown key `on_crash`; did you mean `onCrash`?",
        "startupTimeout | unknown key `startupTimeout`; did you mean `startTimeout`?",
        "disabledTools | unknown key `disabledTools`; did you mean `disabled`?",
        "zzz | unknown key `zzz`",
      })
  void unknownKeys(String key, String message) {
    ConfigFile file = server("{\"command\": \"x\",\n  \"" + key + "\": {\"a\": 1}}");

    assertThat(file.entries()).hasSize(1);
    assertThat(texts(file.warnings())).containsExactly("3:3: mcpServers.s: " + message);
  }

  @Test
  void otherWarnings() {
    assertThat(
            texts(
                server(
                        """
                        {"url": "http://x", "args": [], "envFile": "${input:a}", "tools": {"alow": []},
                          "env": {"A": "${env:B}"}}
                        """)
                    .warnings()))
        .containsExactly(
            "2:34: mcpServers.s.args: this has no effect without `command`",
            "2:38: mcpServers.s.envFile: Pitstop does not read this file; put its variables into `env`",
            "2:73: mcpServers.s.tools: unknown key `alow`; did you mean `allow`?",
            "3:16: mcpServers.s.env.A: only `${VAR}` and `${VAR:-default}` are replaced; any"
                + " other `${…}` stays as it is");
    assertThat(texts(server("{\"command\": \"x\", \"headers\": {}}").warnings()))
        .containsExactly("2:34: mcpServers.s.headers: this has no effect without `url`");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | 2:6: mcpServers.s: one of `command`, `url` and `cli` is required",
        "{\"command\": null} | 2:6: mcpServers.s: one of `command`, `url` and `cli` is required",
        "{\"command\": \"x\", \"url\": \"http://x\"} | 2:30: mcpServers.s.url: x is not this machine: the command runs here, so its URL begins with http://localhost:PORT",
        "{\"command\": \"x\", \"url\": \"http://[::1]:1/\", \"order\": \"start-first\"} | 2:58: mcpServers.s.order: with `command` and `url` the old server is stopped first, since it holds the port",
        "{\"command\": \"x\", \"url\": 1, \"cli\": []} | 2:6: mcpServers.s: `command` and `url` and `cli` cannot be combined: keep one",
        "7 | 2:6: mcpServers.s: expected an object, found a number",
        "{\"command\": 1} | 2:18: mcpServers.s.command: expected a string, found a number",
        "{\"command\": \"\"} | 2:18: mcpServers.s.command: this must not be empty",
        "{\"command\": []} | 2:18: mcpServers.s.command: the program to run is missing",
        "{\"command\": [\"\"]} | 2:18: mcpServers.s.command: the program to run is missing",
        "{\"command\": \"a\\u0000\"} | 2:18: mcpServers.s.command: this contains a NUL character, which cannot be passed to a program",
        "{\"command\": \"x\", \"args\": \"-y\"} | 2:31: mcpServers.s.args: expected an array of strings, found a string",
        "{\"command\": \"x\", \"args\": [null]} | 2:32: mcpServers.s.args[0]: expected a string, found null",
        "{\"command\": \"x\", \"env\": [\"A=b\"]} | 2:30: mcpServers.s.env: expected an object whose values are strings, found an array",
        "{\"command\": \"x\", \"env\": {\"A\": {}}} | 2:36: mcpServers.s.env.A: expected a string, found an object",
        "{\"command\": \"x\", \"env\": {\"A=b\": \"\"}} | 2:31: mcpServers.s.env: a name must not be empty or contain `=`",
        "{\"command\": \"x\", \"cwd\": true} | 2:30: mcpServers.s.cwd: expected a string, found a boolean",
        "{\"url\": \"localhost:80\"} | 2:14: mcpServers.s.url: expected a URL that starts with `http://` or `https://`",
        "{\"url\": \"http:///x\"} | 2:14: mcpServers.s.url: http:///x has no host",
        "{\"url\": \"http://a b\"} | 2:14: mcpServers.s.url: http://a b contains a space: write it as `%20`",
        "{\"cli\": \"git\"} | 2:14: mcpServers.s.cli: expected an array of strings, found a string",
        "{\"cli\": [\"t\"], \"parallel\": 0} | 2:33: mcpServers.s.parallel: expected a whole number above 0",
        "{\"cli\": [\"t\"], \"maxOutput\": \"much\"} | 2:34: mcpServers.s.maxOutput: `much` is not a size: use 512KiB or 64MiB",
        "{\"cli\": []} | 2:14: mcpServers.s.cli: the program to run is missing",
        "{\"command\": \"x\", \"order\": \"fast\"} | 2:32: mcpServers.s.order: `fast` is not one of start-first, stop-first",
        "{\"command\": \"x\", \"order\": \"${API_KEY}\"} | 2:32: mcpServers.s.order: `${API_KEY}` is not one of start-first, stop-first",
        "{\"command\": \"x\", \"onCrash\": true} | 2:34: mcpServers.s.onCrash: expected a string, found a boolean",
        "{\"command\": \"x\", \"watch\": {}} | 2:32: mcpServers.s.watch: expected a string, or an array of strings, found an object",
        "{\"command\": \"x\", \"watch\": [\"!a\"]} | 2:32: mcpServers.s.watch: every glob excludes files; add one that includes files",
        "{\"command\": \"x\", \"watch\": [\"src/*\", \"s[\"]} | 2:32: mcpServers.s.watch: the watch glob s[ has an unclosed `[` or a `\\` at its end",
        "{\"command\": \"x\", \"watch\": [\"\"]} | 2:33: mcpServers.s.watch[0]: this must not be empty",
        "{\"command\": \"x\", \"replay\": \"a:b\"} | 2:33: mcpServers.s.replay: a rule must be TOOL or TOOL:ARG=VALUE",
        "{\"command\": \"x\", \"replay\": \":b=c\"} | 2:33: mcpServers.s.replay: a rule must be TOOL or TOOL:ARG=VALUE",
        "{\"command\": \"x\", \"tools\": \"a\"} | 2:32: mcpServers.s.tools: expected an array of names, or an object with `allow` and `deny`, found a string",
        "{\"command\": \"x\", \"tools\": {\"deny\": [1]}} | 2:42: mcpServers.s.tools.deny[0]: expected a string, found a number",
        "{\"command\": \"x\", \"disabled\": \"yes\"} | 2:35: mcpServers.s.disabled: expected true or false, found a string",
        "{\"command\": \"x\", \"startTimeout\": \"5x\"} | 2:39: mcpServers.s.startTimeout: `5x` is not a duration: use 500ms, 30s, 2min or a number of seconds",
        "{\"url\": \"http://h/\", \"headers\": {\"Host\": \"x\"}} | 2:38: mcpServers.s.headers: header `Host` cannot be set: the connection sets it",
        "{\"command\": \"x\", \"startTimeout\": 1.5} | 2:39: mcpServers.s.startTimeout: `1.5` is not a duration: use 500ms, 30s, 2min or a number of seconds",
        "{\"command\": \"x\", \"startTimeout\": \"0s\"} | 2:39: mcpServers.s.startTimeout: must be more than 0",
        "{\"command\": \"x\", \"buildTimeout\": []} | 2:39: mcpServers.s.buildTimeout: expected a duration such as \"30s\", found an array",
      })
  void aMistakeCostsItsEntryAndNamesTheKey(String entry, String problem) {
    ConfigFile file =
        usable(
            "{\"mcpServers\": {\n\"s\": "
                + entry
                + ",\n\"good\": {\"command\": \"x\"}, \"\": {\"command\": \"x\"}}}");

    assertThat(file.entries()).extracting(ServerEntry::written).containsExactly("good");
    assertThat(texts(file.problems()))
        .containsExactly(problem, "3:27: mcpServers[\"\"]: a server name must not be empty");
    assertThat(file.all())
        .extracting(ServerEntry::written, ServerEntry::wrong, ServerEntry::at)
        .containsExactly(
            tuple("s", true, new Position(2, 1)),
            tuple("good", false, new Position(3, 1)),
            tuple("", true, new Position(3, 27)));
  }

  @Test
  void allThatIsWrongWithAnEntryIsToldAtOnce() {
    assertThat(
            texts(
                server("{\"command\": 1, \"cwd\": 2, \"env\": {\"A\": null, \"B\": \"${NONE}\"}}")
                    .problems()))
        .hasSize(4);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[] | 1:1: expected an object with the key `mcpServers`, found an array",
        "{} | 1:1: there are no servers here: expected { \"mcpServers\": { \"NAME\": { \"command\": … } } }",
        "{\"x\": 1, \"mcpservers\": {}} | 1:1: there are no servers here: expected { \"mcpServers\": { \"NAME\": { \"command\": … } } }; the file has `mcpservers`: did you mean `mcpServers`?",
        "{\"mcpServers\": {\"a\": {}, \"a\": 1}} | 1:26: mcpServers.a: this key is there twice",
        "{\"mcpServers\": []} | 1:16: mcpServers: expected an object with one entry per server, found an array",
        "{\"mcpServers\": null} | 1:16: mcpServers: expected an object with one entry per server, found null",
      })
  void whatIsNoConfiguration(String text, String problem) {
    ConfigFile file = Configs.read(text);

    assertThat(file.usable()).isFalse();
    assertThat(texts(file.problems())).containsExactly(problem);
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void aDisabledEntryNeedsNoVariables() {
    for (String way : List.of("command", "url")) {
      assertThat(good("{\"" + way + "\": \"${NONE}/mcp\", \"disabled\": true}").spec()).isEmpty();
    }
    assertThat(texts(server("{\"url\": \"${NONE}/mcp\", \"order\": 1}").problems())).hasSize(2);
  }

  @Test
  void entriesComeInTheOrderOfTheFile() {
    StringBuilder text = new StringBuilder("{\"mcpServers\": {");
    for (int i = 50; i > 0; i--) {
      text.append("\"s").append(i).append("\": {\"command\": \"x\"},");
    }

    List<ServerEntry> entries = usable(text.append("}}").toString()).entries();

    assertThat(entries).hasSize(50);
    assertThat(entries.getFirst().written()).isEqualTo("s50");
    assertThat(entries.getLast().written()).isEqualTo("s1");
  }

  @Test
  void aFileIsReadAsUtf8(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("pitstop.json");
    Files.writeString(file, "\uFEFF{\"mcpServers\": {\"é🔧\": {\"command\": \"x\"}}}");

    ConfigFile read = ConfigFile.read(file, Given.HERE::variable, Path::of);

    assertThat(read.entries().getFirst().written()).isEqualTo("é🔧");
    assertThat(read.entries().getFirst().spec())
        .map(spec -> spec.command().directory())
        .contains(dir.toAbsolutePath().normalize());
    assertThat(read.file()).isEqualTo(file);
  }

  @Test
  void theEnvironmentOfThisProcess(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("pitstop.json");
    Files.writeString(file, "{\"mcpServers\": {\"s\": {\"command\": \"${PATH}\"}}}");

    assertThat(ConfigFile.read(file, Given.HERE::variable, Path::of).entries().getFirst().spec())
        .map(spec -> spec.command().argv())
        .contains(List.of(System.getenv("PATH")));
  }

  @Test
  void whatCannotBeRead(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("x.json");
    assertThat(problem(file)).isEqualTo(file + ": the file does not exist");
    assertThat(problem(dir)).isEqualTo(dir + ": this is a directory, not a file");
    String encoding = file + ": the file is not valid UTF-8; save it as UTF-8";
    Files.write(file, "{\n \"é\": \"\u00FC\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(problem(file)).isEqualTo(encoding);
    Files.write(file, "\uFEFF{}".getBytes(StandardCharsets.UTF_16LE));
    assertThat(problem(file)).isEqualTo(encoding);
    Files.write(file, new byte[FileText.MAX_BYTES + 1]);
    assertThat(problem(file)).isEqualTo(file + ": this file is larger than 4 MiB, the limit");
    Files.write(file, new byte[] {'{', (byte) 0xC3});
    assertThat(problem(file)).as("cut in the middle of a character").isEqualTo(encoding);
  }

  private static String problem(Path file) {
    ConfigFile read = ConfigFile.read(file, Given.HERE::variable, Path::of);
    assertThat(read.usable()).isFalse();
    return read.problems().getFirst().text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pitstop.json", "./pitstop.json", "sub/../pitstop.json"})
  void cwdIsRelativeToTheFile(String file) {
    ConfigFile read =
        ConfigFile.parse(
            "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"cwd\": \"../a\"}}}",
            DIRECTORY.resolve(file),
            Configs.checking(DIRECTORY.resolve(file), name -> java.util.Optional.empty()));

    assertThat(read.entries().getFirst().spec())
        .map(spec -> spec.command().directory())
        .contains(FILE.getParent().resolveSibling("a"));
  }
}
