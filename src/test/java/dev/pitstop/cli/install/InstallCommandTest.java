package dev.pitstop.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.process.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `pitstop install` and `pitstop uninstall`, with a home and a project of their own.
@DisabledOnOs(OS.WINDOWS)
class InstallCommandTest {
  private static final String CLAUDE =
      """
      {
        // mine
        "mcpServers": {
          "weather": { "command": "node", "args": ["dist/a.js"], "env": { "K": "s3cret" } },
          "docs": { "type": "http", "url": "https://docs.example/mcp" },
          "local": { "type": "http", "url": "http://127.0.0.1:99/mcp" },
        }
      }
      """;

  @TempDir Path dir;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final ByteArrayOutputStream wrong = new ByteArrayOutputStream();
  private Path project = Path.of("");
  private Path home = Path.of("");

  @BeforeEach
  void make() throws IOException {
    project = Files.createDirectories(dir.toRealPath().resolve("work/weather"));
    home = Files.createDirectories(dir.toRealPath().resolve("home"));
    file("package.json", "{\"name\":\"weather\",\"scripts\":{\"build\":\"tsc\"}}");
    file("src/a.ts", "");
  }

  private Path file(String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Shell shell() {
    return new Shell(
        here("/opt/pitstop/pitstop"), new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  private Surroundings here(String launcher) {
    PrintStream err = new PrintStream(wrong, true, StandardCharsets.UTF_8);
    Map<String, String> environment = Map.of("PATH", "/nowhere", "HOME", home.toString());
    return new Surroundings(environment, project, err, err, launcher, false);
  }

  private String run(int code, String verb, String... words) throws UsageException {
    said.reset();
    wrong.reset();
    int got;
    try {
      got =
          verb.equals("install")
              ? InstallCommand.run(List.of(words), shell())
              : UninstallCommand.run(List.of(words), shell());
    } catch (Refusal refused) { // as `main` says it
      wrong.writeBytes(
          ("pitstop: " + refused.getMessage() + System.lineSeparator())
              .getBytes(StandardCharsets.UTF_8));
      got = refused.code;
    }
    String out = said.toString(StandardCharsets.UTF_8);
    String err = wrong.toString(StandardCharsets.UTF_8);
    assertThat(got).as(out + err).isEqualTo(code);
    return out + err;
  }

  private String read(String name) throws IOException {
    return Files.readString(project.resolve(name));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(project)) {
      return all.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @DisplayName(
      "install, once more, uninstall: the file is as it was, and nothing is left beside it")
  void thereAndBack() throws Exception {
    file(".mcp.json", CLAUDE);
    List<String> before = names();
    assertThat(run(0, "install", "claude-code", "--yes"))
        .isEqualTo(
            """
            .mcp.json (Claude Code)
              weather  wrapped with --build "npm run build" --watch "src/**/*.ts"
                       (package.json has the script `build`)
              docs     skipped: https://docs.example/mcp is not on this machine;
                       name the server to wrap it anyway
              local    wrapped: http://127.0.0.1:99/mcp
            Backup: .mcp.json.before-pitstop. `pitstop uninstall claude-code` restores the original entries.
            Restart Claude Code, or its servers, to apply the change.
            """);
    String wrapped = read(".mcp.json");
    assertThat(wrapped)
        .contains(
            "\"weather\": { \"command\": \"/opt/pitstop/pitstop\", \"args\": [\"--build\", \"npm"
                + " run build\", \"--watch\", \"src/**/*.ts\", \"--\", \"node\", \"dist/a.js\"],"
                + " \"env\": { \"K\": \"s3cret\" } },")
        .contains("// mine");
    assertThat(read(".mcp.json.before-pitstop")).isEqualTo(CLAUDE);

    assertThat(run(0, "install", "claude-code", "--yes"))
        .contains("weather  already wrapped", "Nothing to do: the file is unchanged.");
    assertThat(read(".mcp.json")).isEqualTo(wrapped);

    assertThat(run(0, "uninstall", "claude-code"))
        .isEqualTo(
            """
            .mcp.json (Claude Code)
              weather  restored
              local    restored
            """);
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
    assertThat(names()).isEqualTo(before);
    assertThat(run(0, "uninstall", "claude-code")).contains("No server in this file is wrapped.");
  }

  @Test
  @DisplayName("--print shows what --yes would do, and changes nothing")
  void print() throws Exception {
    file(".mcp.json", CLAUDE);
    assertThat(run(0, "install", "claude-code", "--print", "weather"))
        .isEqualTo(
            """
            weather
            - { "command": "node", "args": ["dist/a.js"], "env": { "K": "s3cret" } }
            + { "command": "/opt/pitstop/pitstop", "args": ["--build", "npm run build", "--watch", "src/**/*.ts", "--", "node", "dist/a.js"], "env": { "K": "s3cret" } }
            """);
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
    assertThat(names()).doesNotContain(".mcp.json.before-pitstop");
    run(0, "install", "claude-code", "--yes");
    String wrapped = read(".mcp.json");
    assertThat(run(0, "uninstall", "claude-code", "--print"))
        .contains("weather\n", "+ { \"command\": \"node\"");
    assertThat(read(".mcp.json")).isEqualTo(wrapped);
  }

  @Test
  @DisplayName("without --yes the guess is told, not taken")
  void told() throws Exception {
    file(".mcp.json", CLAUDE);
    assertThat(run(0, "install", "claude-code", "weather"))
        .contains("wrapped without options; --yes would add\n           --build \"npm run build\"");
    assertThat(read(".mcp.json")).contains("[\"--\", \"node\", \"dist/a.js\"]");
    run(0, "uninstall", "claude-code");
    assertThat(run(0, "install", "claude-code", "weather"))
        .contains("  weather  wrapped without options;");
  }

  @Test
  @DisplayName("--build and --watch for one server, --command for how Pitstop is called")
  void given() throws Exception {
    file(".mcp.json", CLAUDE);
    run(
        0,
        "install",
        "claude-code",
        "weather",
        "--build=make",
        "--watch",
        "*.c",
        "--watch",
        "*.h",
        "--command",
        "npx -y pitstop-mcp");
    assertThat(read(".mcp.json"))
        .contains(
            "\"command\": \"npx\", \"args\": [\"-y\", \"pitstop-mcp\", \"--build\", \"make\","
                + " \"--watch\", \"*.c\", \"--watch\", \"*.h\", \"--\", \"node\"");
    assertThat(run(0, "uninstall", "claude-code", "weather")).contains("restored");
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("options for a wrapped server are added or replaced, shown before, and undone")
  void optionsLater() throws Exception {
    file(".mcp.json", CLAUDE);
    run(0, "install", "claude-code");
    String bare = read(".mcp.json");
    assertThat(run(0, "install", "claude-code", "weather"))
        .contains(
            """
              weather  already wrapped without options; --yes would add
                       --build "npm run build" --watch "src/**/*.ts"
            """);
    assertThat(run(0, "install", "claude-code", "weather", "--build", "make", "--print"))
        .contains("weather\n", "\"--build\", \"make\", \"--\", \"node\"");
    assertThat(read(".mcp.json")).isEqualTo(bare);
    assertThat(run(0, "install", "claude-code", "--yes"))
        .contains(
            "  weather  already wrapped, now with --build \"npm run build\" --watch"
                + " \"src/**/*.ts\"",
            "  local    already wrapped\n");
    run(0, "install", "claude-code", "local", "--build=make");
    assertThat(run(0, "install", "claude-code", "weather", "--watch=a", "--watch", "b"))
        .contains("already wrapped, now with --watch \"a\" --watch \"b\"", "Restart Claude Code");
    assertThat(read(".mcp.json"))
        .contains(
            "[\"--build\", \"npm run build\", \"--watch\", \"a\", \"--watch\", \"b\", \"--\","
                + " \"node\"",
            "[\"--build\", \"make\", \"--\", \"http://127.0.0.1:99/mcp\"]");
    assertThat(run(0, "install", "claude-code", "weather", "--watch=a", "--watch", "b"))
        .contains("already wrapped\n", "Nothing to do");
    assertThat(run(0, "install", "claude-code", "--command", "npx -y pitstop-mcp"))
        .contains("already wrapped, now by your command");
    assertThat(read(".mcp.json"))
        .contains("\"npx\", \"args\": [\"-y\", \"pitstop-mcp\", \"--build\", \"npm run build\"");
    run(0, "uninstall", "claude-code");
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("a command that restarts the server itself is not wrapped; the remedy is shown")
  void watchers() throws Exception {
    file("package.json", "{\"scripts\":{\"dev\":\"nodemon dist/a.js\",\"build\":\"tsc\"}}");
    String text =
        """
        {"mcpServers": {
          "one": {"command": "npx", "args": ["tsx", "watch", "src/a.ts"]},
          "two": {"command": "npm", "args": ["run", "dev"]},
          "good": {"command": "node", "args": ["dist/a.js"]}
        }}
        """;
    file(".mcp.json", text);
    assertThat(run(1, "install", "claude-code"))
        .startsWith(
            """
            .mcp.json (Claude Code)
              one   skipped: it starts `tsx watch`, which restarts the server on its own and breaks calls in flight.
                    Start the server without it, and let Pitstop watch: `--watch GLOB`, and `--build COMMAND` if it is compiled.
                    --as-is wraps the command as it is.
            """)
        .contains("  two   skipped: it starts `nodemon`, ", "  good  wrapped");
    assertThat(read(".mcp.json")).contains("\"args\": [\"tsx\", \"watch\", \"src/a.ts\"]");
    assertThat(run(0, "install", "claude-code", "one", "--as-is")).contains("  one  wrapped");
    assertThat(read(".mcp.json")).contains("[\"--\", \"npx\", \"tsx\", \"watch\"");
  }

  @Test
  @DisplayName("Python without a manifest, also behind a runner in a virtual environment")
  void python() throws Exception {
    file("server.py", "");
    file("src/x.py", "");
    Path runner = file("venv/bin/fastmcp", "");
    Files.setPosixFilePermissions(runner, PosixFilePermissions.fromString("rwxr-xr-x"));
    file(
        ".mcp.json",
        """
        {"mcpServers": {
          "plain": {"command": "python", "args": ["server.py"]},
          "fast": {"command": "%s", "args": ["run", "src/x.py:app"]}
        }}
        """
            .formatted(runner));
    assertThat(run(0, "install", "claude-code", "--yes"))
        .contains(
            "  plain  wrapped with --watch \"**/*.py\"\n"
                + "         (a Python script; nothing to build)",
            "  fast   wrapped with --watch \"src/**/*.py\"\n");
  }

  @Test
  @DisplayName("a named server that cannot be wrapped is a failure")
  void notWrappable() throws Exception {
    file(".mcp.json", "{\"mcpServers\": {\"x\": {\"url\": \"ftp://x\"}}}");
    assertThat(run(0, "install", "claude-code")).contains("x  skipped");
    assertThat(run(1, "install", "claude-code", "x", "--build", "make"))
        .contains("x  skipped: its `url` is not an HTTP URL");
  }

  @Test
  @DisplayName("a server added later is wrapped too, and all come back")
  void later() throws Exception {
    file(".mcp.json", CLAUDE);
    run(0, "install", "claude-code", "--yes", "weather");
    run(0, "install", "claude-code", "--yes", "docs");
    assertThat(read(".mcp.json.before-pitstop")).isEqualTo(CLAUDE);
    String more = "    \"new\": { \"command\" : \"x\" }\n  }\n}\n";
    file(".mcp.json", read(".mcp.json").replace("  }\n}\n", more));
    run(0, "install", "claude-code", "--yes");
    assertThat(run(0, "uninstall", "claude-code", "new"))
        .contains("stays: the file has other changes, or other servers are still wrapped");
    run(0, "uninstall", "claude-code");
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE.replace("  }\n}\n", more));
    assertThat(names()).doesNotContain(".mcp.json.before-pitstop");
  }

  @Test
  @DisplayName("what its author has wrapped himself is left alone, unless it is named")
  void byHand() throws Exception {
    String hand =
        """
            "mine": {
              "command": "pitstop",
              "args": ["--name", "m", "--build", "make", "--", "/opt/pitstop/pitstop", "--", "node", "m.js"]
            },
        """;
    String own = CLAUDE.replace("    \"weather\"", hand + "    \"weather\"");
    file(".mcp.json", own);
    assertThat(run(0, "uninstall", "claude-code")).contains("mine  skipped");
    assertThat(read(".mcp.json")).isEqualTo(own);
    run(0, "install", "claude-code", "--yes");
    assertThat(run(0, "uninstall", "claude-code"))
        .contains("mine     skipped: `install` did not wrap it;", "weather  restored");
    assertThat(read(".mcp.json")).isEqualTo(own);
    assertThat(names()).doesNotContain(".mcp.json.before-pitstop");
    assertThat(run(0, "uninstall", "claude-code", "mine"))
        .contains("mine  unwrapped", "! --name was removed, too: does the server need it?");
    assertThat(read(".mcp.json")).contains("\"/opt/pitstop/pitstop\"", "[\"--\", \"node\"");
  }

  @Test
  @DisplayName("an option that has become a key is understood in an entry of an earlier version")
  void formerOptions() throws Exception {
    file(
        ".mcp.json",
        """
        {"mcpServers": {"w": {"command": "pitstop",
          "args": ["--hold-timeout", "5s", "--modern-client", "--set", "holdLimit=3", "--build", "make", "--", "node", "x"]}}}
        """);
    assertThat(run(0, "install")).contains("✓ wrapped: node x");
    assertThat(run(0, "uninstall", "claude-code", "w"))
        .contains(
            "w  unwrapped",
            "! --hold-timeout was removed, too: does the server need it?",
            "! --set holdLimit was removed, too: does the server need it?");
    assertThat(read(".mcp.json")).contains("\"node\"", "[\"x\"]").doesNotContain("pitstop");
  }

  @Test
  @DisplayName("what was edited is unwrapped by itself, and the backup stays")
  void edited() throws Exception {
    file(".mcp.json", CLAUDE);
    run(0, "install", "claude-code", "--yes");
    file(
        ".mcp.json",
        read(".mcp.json")
            .replace("dist/a.js", "dist/b.js")
            .replace("\"--build\"", "\"--cwd\", \"/w\", \"--build\""));
    assertThat(run(0, "uninstall", "claude-code"))
        .isEqualTo(
            """
            .mcp.json (Claude Code)
              weather  unwrapped: its entry was edited after `install`
                       ! --cwd was removed, too: does the server need it?
              local    restored
            .mcp.json.before-pitstop stays: the file has other changes, or other servers are still wrapped.
            """);
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE.replace("dist/a.js", "dist/b.js"));
  }

  @Test
  @DisplayName("a client that lays its whole file out anew has edited no entry")
  void laidOutAnew() throws Exception {
    String entry = "{ \"type\": \"http\", \"url\": \"http://127.0.0.1:99/mcp\" }";
    file(".mcp.json", "{\"mcpServers\": {\"local\": %s}}".formatted(entry));
    run(0, "install", "claude-code");
    String anew =
        new GsonBuilder()
            .setPrettyPrinting()
            .create()
            .toJson(JsonParser.parseString(read(".mcp.json")));
    file(".mcp.json", anew);
    assertThat(anew).isNotEqualTo(read(".mcp.json.before-pitstop"));
    assertThat(run(0, "uninstall", "claude-code")).contains("local  restored");
    assertThat(read(".mcp.json"))
        .isEqualTo(
            """
            {
              "mcpServers": {
                "local": %s
              }
            }\
            """
                .formatted(entry));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " # mine", "\r\n"})
  @DisplayName("a server below it, added later with a comment, is no edit of an entry in TOML")
  void appended(String end) throws Exception {
    String before = "[mcp_servers.local]\nurl = \"http://127.0.0.1:99/mcp\"" + end;
    String after = "\n\n# another one\n[mcp_servers.other]\ncommand = \"x\"\n";
    file(".codex/config.toml", before);
    run(0, "install", "codex");
    file(".codex/config.toml", read(".codex/config.toml") + after);
    assertThat(run(0, "uninstall", "codex")).contains("local  restored");
    assertThat(read(".codex/config.toml")).isEqualTo(before + after);
  }

  @Test
  @DisplayName("without the backup a program comes back as it was, and the entry of a URL stays")
  void lost() throws Exception {
    file(".mcp.json", CLAUDE);
    run(0, "install", "claude-code", "--yes");
    Files.delete(project.resolve(".mcp.json.before-pitstop"));
    String wrapped = read(".mcp.json");
    assertThat(run(0, "uninstall", "claude-code"))
        .contains(
            "weather  skipped: without the backup, Pitstop cannot tell who wrapped it;",
            "name the server to unwrap it")
        .doesNotContain("No server in this file is wrapped");
    assertThat(read(".mcp.json")).isEqualTo(wrapped);
    assertThat(run(0, "uninstall", "claude-code", "weather", "local"))
        .contains(
            "  weather  unwrapped\n",
            "  local    skipped: there is no backup, so write its URL and headers back yourself");
    String unwrapped = read(".mcp.json");
    assertThat(unwrapped.substring(0, unwrapped.indexOf("\"local\"")))
        .isEqualTo(CLAUDE.substring(0, CLAUDE.indexOf("\"local\"")));
    assertThat(unwrapped.substring(unwrapped.indexOf("\"local\"")))
        .isEqualTo(wrapped.substring(wrapped.indexOf("\"local\"")));
  }

  @Test
  @DisplayName("a link stays a link, permissions stay, the backup is its owner's alone")
  void link() throws Exception {
    Path dotfiles = Files.createDirectory(home.resolve("dotfiles"));
    Path real = Files.writeString(dotfiles.resolve("mcp.json"), CLAUDE);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    Path link = home.resolve(".cursor/mcp.json");
    Files.createDirectory(link.getParent());
    Files.createSymbolicLink(link, Path.of("../dotfiles/mcp.json"));
    run(0, "install", "cursor");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.readString(real)).contains("/opt/pitstop/pitstop");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-r-----");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve(".cursor/mcp.json.before-pitstop"))))
        .isEqualTo("rw-------");
    run(0, "uninstall", "cursor");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.readString(real)).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("nothing is written when nothing changes")
  void untouched() throws Exception {
    Path file = file(".mcp.json", "{\"mcpServers\": {}}");
    Object before = Files.getAttribute(file, "unix:ino");
    assertThat(run(1, "install", "claude-code")).contains("The file has no servers for " + project);
    run(0, "uninstall", "claude-code");
    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(before);
    assertThat(names()).containsExactly(".mcp.json", "package.json", "src");
  }

  @Test
  @DisplayName("a file that does not parse is left alone, and named with line and column")
  void broken() throws Exception {
    file(".mcp.json", "{\n  \"mcpServers\": {\n    \"a\": {\"command\" \"s3cret\"}\n");
    assertThat(run(1, "install", "claude-code"))
        .isEqualTo(
            "pitstop: .mcp.json:3:20: mcpServers.a: expected `:` after this key. The file was not"
                + " changed.\n");
    assertThat(run(1, "uninstall", "claude-code")).contains(".mcp.json:3:20: ");
    assertThat(run(1, "install")).contains("✗ .mcp.json:3:20: ");
    Path codex = Files.createDirectories(home.resolve(".codex")).resolve("config.toml");
    Files.writeString(codex, "[mcp_servers.a]\ncommand = node\n");
    assertThat(run(1, "install", "codex"))
        .isEqualTo(
            "pitstop: ~/.codex/config.toml:2:11: a string needs quotes. The file was not"
                + " changed.\n");
    Files.write(codex, new byte[] {'#', (byte) 0xff});
    assertThat(run(1, "install", "codex")).contains("not valid UTF-8");
  }

  @Test
  @DisplayName("an empty file has no servers")
  void empty() throws Exception {
    file(".mcp.json", "");
    assertThat(run(1, "install", "claude-code")).contains("The file has no servers for " + project);
    assertThat(read(".mcp.json")).isEmpty();
  }

  @Test
  @DisplayName("a file that is not there: which one, and which there is")
  void missing() throws Exception {
    assertThat(run(1, "install", "claude-code"))
        .isEqualTo(
            "pitstop: there is no .mcp.json in "
                + project
                + " or above it: Claude Code has no servers configured there. `pitstop install`"
                + " lists the files it found.\n");
    assertThat(run(1, "uninstall", "zed"))
        .contains("there is no ~/.config/zed/settings.json: Zed has no servers");
    assertThat(run(1, "install", "--file", "x.json"))
        .isEqualTo("pitstop: x.json does not exist.\n");
  }

  @Test
  @DisplayName("no backup, no change; and it is said")
  void noBackup() throws Exception {
    file(".mcp.json", CLAUDE);
    file(".mcp.json.before-pitstop/x", "a directory in its place");
    assertThat(run(1, "install", "claude-code"))
        .startsWith(
            "pitstop: cannot write the backup .mcp.json.before-pitstop, so nothing was changed: ");
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("somebody who writes the file meanwhile wins")
  void race() throws Exception {
    file(".mcp.json", CLAUDE);
    ClientTarget target =
        ClientTarget.existing(
            InstallOptions.parse(Verb.INSTALL, List.of("claude-code"), shell().here()), shell());
    file(".mcp.json", "{\"new\": 1}");
    assertThatThrownBy(() -> target.write(CLAUDE, "{}", shell()))
        .hasMessage(
            ".mcp.json has just been changed by another program; nothing was written. Try again.");
    assertThat(read(".mcp.json")).isEqualTo("{\"new\": 1}");
  }

  @ParameterizedTest
  @DisplayName("mistakes on the command line")
  @CsvSource(
      delimiter = '|',
      value = {
        "install cloude-code | there is no client `cloude-code`; did you mean `claude-code`?",
        "install emacs | there is no client `emacs`: use one of claude-code, claude-desktop,"
            + " cursor, vscode, codex, gemini, opencode, zed, cline, or --file FILE",
        "install claude-code wether | .mcp.json has no server `wether`; did you mean `weather`?",
        "install claude-code zzz | .mcp.json has no server `zzz`: it has weather, docs, local",
        "uninstall claude-code wether | .mcp.json has no server `wether`; did you mean `weather`?",
        "install claude-code --pint | `pitstop install` has no option --pint; did you mean"
            + " --print?",
        "install claude-code --qqq | `pitstop install` has no option --qqq",
        "install --file | --file needs a value: --file FILE",
        "install --file= | --file: must not be empty",
        "install claude-code --user=1 | --user takes no value",
        "install --file x --user | --file names the file: leave out --user",
        "uninstall claude-code --yes | `pitstop uninstall` has no option --yes",
        "install claude-code --build make | --build and --watch are for one server: name the server",
        "install claude-code --command node | --command: `node` does not start Pitstop",
        "uninstall | no client given: use `pitstop uninstall CLIENT`; `pitstop install` lists what"
            + " was found",
      })
  void usage(String line, String message) throws Exception {
    file(".mcp.json", CLAUDE);
    List<String> words = List.of(line.split(" "));
    assertThatThrownBy(
            () -> run(0, words.getFirst(), words.subList(1, words.size()).toArray(String[]::new)))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
    assertThat(read(".mcp.json")).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("a Pitstop that does not know where it lies asks to be told")
  void nowhere() throws Exception {
    file(".mcp.json", CLAUDE);
    Shell lost = new Shell(here(""), new PrintStream(said, true, StandardCharsets.UTF_8));
    assertThatThrownBy(() -> InstallCommand.run(List.of("claude-code"), lost))
        .hasMessage("the path of `pitstop` is unknown: use --command /path/to/pitstop");
  }

  @Test
  @DisplayName("without a client: what was found where, and what of it is wrapped")
  void found() throws Exception {
    assertThat(run(0, "install"))
        .isEqualTo(
            "No configuration found for: claude-code, claude-desktop, cursor, vscode, codex,"
                + " gemini, opencode, zed, cline\n");
    file(".mcp.json", CLAUDE);
    file(".vscode/mcp.json", "{\"servers\":{}}");
    Files.writeString(
        home.resolve(".claude.json"),
        "{\"mcpServers\":{\"u\":{\"command\":\"x\"}},\"projects\":{\""
            + project
            + "\":{\"mcpServers\":{\"p\":{\"command\":\"y\"}}}}}");
    run(0, "install", "claude-code", "weather");
    assertThat(run(0, "install"))
        .isEqualTo(
            """
            claude-code: .mcp.json
              weather  ✓ wrapped: node dist/a.js
              docs     https://docs.example/mcp
              local    http://127.0.0.1:99/mcp
            claude-code --user: ~/.claude.json
              u                         x
              p (in PROJECT)  y
            vscode: .vscode/mcp.json
              no servers

            To wrap them: pitstop install CLIENT [SERVER...] (--print only shows the changes)
            No configuration found for: claude-desktop, cursor, codex, gemini, opencode, zed, cline
            """
                .replace("PROJECT", project.toString()));
  }

  @Test
  @DisplayName("Claude Code's servers of the user, and those of the user in this project")
  void local() throws Exception {
    String text =
        "{\"mcpServers\":{\"u\":{\"command\":\"x\"}},\"projects\":{\""
            + project
            + "\":{\"mcpServers\":{\"p\":{\"command\":\"node\",\"args\":[\"dist/a.js\"]}}},"
            + "\"/other\":{\"mcpServers\":{\"o\":{\"command\":\"y\"}}}}}";
    Path file = Files.writeString(home.resolve(".claude.json"), text);
    assertThat(run(0, "install", "claude-code", "--user", "--yes"))
        .contains(
            "u ",
            "p (in " + project + ")",
            "--build \"npm run build\"",
            "`pitstop uninstall claude-code --user`");
    assertThat(Files.readString(file)).contains("{\"o\":{\"command\":\"y\"}}");
    run(0, "uninstall", "claude-code", "--user");
    assertThat(Files.readString(file)).isEqualTo(text);
    file(".git/worktrees/w/commondir", "../..");
    file("../w/.git", "gitdir: " + project.resolve(".git/worktrees/w"));
    Path top = project;
    for (String at : List.of("src", "../w")) {
      project = top.resolve(at).normalize();
      assertThat(run(0, "install", "claude-code", "--user", "--print"))
          .as(at)
          .contains("\"--\",\"node\"".replace(",", ", "));
    }
  }

  @Test
  @DisplayName("Claude Code's .mcp.json is found above the directory, as Claude Code does")
  void above() throws Exception {
    file(".mcp.json", CLAUDE);
    Path top = project;
    project = project.resolve("src");
    assertThat(run(0, "install", "claude-code", "weather", "--yes"))
        .contains(top + "/.mcp.json (Claude Code)", "wrapped with --build \"npm run build\"");
    run(0, "uninstall", "claude-code");
    assertThat(Files.readString(top.resolve(".mcp.json"))).isEqualTo(CLAUDE);
  }

  @Test
  @DisplayName("VS Code's variables are understood for the guess, and stay in the file")
  void variables() throws Exception {
    file(
        ".vscode/mcp.json",
        "{\"servers\":{\"a\":{\"command\":\"node\",\"args\":[\"${workspaceFolder}/dist/a.js\"]},"
            + "\"b\":{\"command\":\"node\",\"args\":[\"${input:x}/dist/a.js\"]}}}");
    assertThat(run(0, "install", "vscode", "--yes"))
        .contains("  a  wrapped with --build \"npm run build\"")
        .contains("  b  wrapped; nothing to build or watch was found");
    assertThat(read(".vscode/mcp.json")).contains("\"node\", \"${workspaceFolder}/dist/a.js\"");
  }

  @Test
  @DisplayName("an entry with headers is left alone, and the message says what to write")
  void headers() throws Exception {
    String text =
        "{\"mcpServers\":{\"a\":{\"url\":\"http://localhost:1/\",\"headers\":{\"A\":\"s3cret\"}}}}";
    file(".mcp.json", text);
    assertThat(run(0, "install", "claude-code"))
        .contains("a  skipped: Pitstop cannot move its `headers`:", "--header 'NAME: VALUE'")
        .doesNotContain("s3cret");
    assertThat(read(".mcp.json")).isEqualTo(text);
  }

  @Test
  @DisplayName("any other file of these formats")
  void anyFile() throws Exception {
    file("my settings.json", "{\"mcp\": {\"servers\": {\"a\": {\"command\": \"x\"}}}}");
    file("c.toml", "[mcp_servers.a]\ncommand = 'x'");
    assertThat(run(0, "install", "--file", "my settings.json", "a"))
        .contains("`pitstop uninstall --file 'my settings.json'` restores the original entries");
    run(0, "install", "--file", "c.toml");
    assertThat(read("c.toml"))
        .isEqualTo("[mcp_servers.a]\ncommand = \"/opt/pitstop/pitstop\"\nargs = [\"--\", \"x\"]");
    run(0, "uninstall", "--file", "c.toml");
    run(0, "uninstall", "--file", "my settings.json");
    assertThat(read("c.toml")).isEqualTo("[mcp_servers.a]\ncommand = 'x'");
    assertThat(names()).containsExactly("c.toml", "my settings.json", "package.json", "src");
  }

  @Test
  @DisplayName("both commands explain themselves")
  void help() {
    assertThat(Help.page("install")).contains("--print", "claude-desktop", ".before-pitstop");
    assertThat(Help.page("uninstall")).contains("byte for byte");
  }

  @Test
  @DisplayName(
      "after an edit elsewhere a URL comes back as it was; after one in its entry it stays")
  void urls() throws Exception {
    String gemini = "{\"mcpServers\":{\"a\":{\"httpUrl\":\"http://localhost:1/\"}}}";
    file(".gemini/settings.json", gemini);
    run(0, "install", "gemini");
    String wrapped = read(".gemini/settings.json");
    file(".gemini/settings.json", wrapped + "// mine");
    run(0, "uninstall", "gemini");
    assertThat(read(".gemini/settings.json")).isEqualTo(gemini + "// mine");
    String edited = wrapped.replace("\"args\"", "\"timeout\": 1, \"args\"");
    file(".gemini/settings.json", edited);
    assertThat(run(0, "uninstall", "gemini"))
        .contains(
            "a  skipped: its entry was edited after `install`, so write its URL and headers back"
                + " yourself");
    assertThat(read(".gemini/settings.json")).isEqualTo(edited);
  }

  private static final String CODEX =
      """
      model = "x"

      [mcp_servers.weather]
      command = "node"
      args = ["WORK/dist/a.js"]
      """;

  private Path codex() throws IOException {
    Path file = Files.createDirectories(home.resolve(".codex")).resolve("config.toml");
    return Files.writeString(file, CODEX.replace("WORK", project.toString()));
  }

  @Test
  @DisplayName("Codex' own settings that would help are shown, and never written")
  void settings() throws Exception {
    Path file = codex();
    String before = Files.readString(file);
    assertThat(run(0, "install", "codex", "--yes"))
        .contains(
            "Recommended settings for Codex, which you can add to a server's entry (docs/install.md):\n"
                + "  required = true\n    (Codex waits 1 s for a server")
        .contains("  tool_timeout_sec = 900\n    (Codex ends a call after 300 s")
        .contains("  [features] mcp_tool_list_changed = true\n    (for all servers of Codex");
    assertThat(Files.readString(file)).doesNotContain("required", "timeout", "features");
    run(0, "uninstall", "codex");
    assertThat(Files.readString(file)).isEqualTo(before);
    Files.writeString(
        file,
        before.replace("args", "required = false\ntool_timeout_sec = 1\nargs")
            + "[features]\nmcp_tool_list_changed = false\n");
    assertThat(run(0, "install", "codex"))
        .as("what somebody has chosen himself")
        .doesNotContain("Recommended");
  }

  private static final String OPENCODE =
      """
      {
        "$schema": "https://opencode.ai/config.json",
        "mcp": {
          "weather": { "type": "local", "command": ["node", "dist/a.js"], "enabled": true, },
          "local": {
            "type": "remote", // mine
            "url": "http://127.0.0.1:99/mcp"
          },
          "docs": { "type": "remote", "url": "https://docs.example/mcp" },
          "off": { "enabled": false },
        },
      }
      """;

  @Test
  @DisplayName("OpenCode, whose commands are one array")
  void openCode() throws Exception {
    Path file = file("opencode.jsonc", OPENCODE);
    assertThat(run(0, "install", "opencode", "--yes"))
        .contains(
            "opencode.jsonc (OpenCode)\n",
            "  weather  wrapped with --build \"npm run build\"",
            "  local    wrapped: http://127.0.0.1:99/mcp\n",
            "  docs     skipped: https://docs.example/mcp is not on this machine",
            "  off      skipped: it has neither `command` nor `url`",
            "  \"timeout\": 900000\n");
    assertThat(Files.readString(file))
        .contains(
            "\"weather\": { \"type\": \"local\", \"command\": [\"/opt/pitstop/pitstop\", \"--build\","
                + " \"npm run build\", \"--watch\", \"src/**/*.ts\", \"--\", \"node\", \"dist/a.js\"],"
                + " \"enabled\": true, },")
        .contains(
            """
            "local": {
                  "type": "local", // mine
                  "command": ["/opt/pitstop/pitstop", "http://127.0.0.1:99/mcp"]
                },
            """);
    assertThat(run(0, "install")).contains("weather  ✓ wrapped: node dist/a.js");
    String wrapped = Files.readString(file);
    run(0, "uninstall", "opencode");
    assertThat(Files.readString(file)).isEqualTo(OPENCODE);

    Files.writeString(file, wrapped);
    run(0, "uninstall", "opencode", "weather", "local"); // no backup any more
    assertThat(Files.readString(file))
        .contains(
            "\"command\": [\"node\", \"dist/a.js\"], \"enabled\": true, },",
            "\"/opt/pitstop/pitstop\", \"http://127.0.0.1:99/mcp\"]");
  }

  @Test
  @DisplayName("OpenCode's files: the project's, those of its directory, the user's, any other")
  void openCodeFiles() throws Exception {
    String text = "{\"mcp\":{\"a\":{\"type\":\"local\",\"command\":[\"x\"]}}}";
    Path user = home.resolve(".config/opencode/opencode.json");
    Files.createDirectories(user.getParent());
    Files.writeString(user, text);
    assertThat(run(0, "install", "opencode")).startsWith("~/.config/opencode/opencode.json (");
    Path hidden = file(".opencode/opencode.json", text);
    assertThat(run(0, "install", "opencode")).startsWith(".opencode/opencode.json (");
    assertThat(Files.readString(hidden))
        .contains("\"command\":[\"/opt/pitstop/pitstop\", \"--\", \"x\"]");
    Path other = file("sub/opencode.json", text);
    run(0, "install", "--file", "sub/opencode.json");
    run(0, "uninstall", "--file", "sub/opencode.json");
    assertThat(Files.readString(other)).isEqualTo(text);
    assertThat(run(0, "install"))
        .contains("opencode: .opencode/opencode.json\n", "opencode --user: ~/.config/");
    run(0, "uninstall", "opencode");
    run(0, "uninstall", "opencode", "--user");
    assertThat(Files.readString(hidden)).isEqualTo(text);
    assertThat(Files.readString(user)).isEqualTo(text);
  }
}
