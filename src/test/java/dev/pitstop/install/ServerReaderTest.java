package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the entries of a client's file are, and why some are left alone.
class ServerReaderTest {
  private static Server of(String entry) {
    return Files4Tests.server(Files4Tests.json("{\"mcpServers\":{\"a\":" + entry + "}}"), "a");
  }

  @ParameterizedTest
  @DisplayName("why an entry is left alone")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "{} | its entry is empty, or not an object",
        "[1] | its entry is empty, or not an object",
        "{\"args\":[]} | it has neither `command` nor `url`",
        "{\"source\":\"extension\",\"settings\":{}} | an extension provides it",
        "{\"command\":1} | its `command` is not a string",
        "{\"command\":\" \"} | its `command` is empty",
        "{\"command\":{\"args\":[]}} | its `command` is not a string",
        "{\"command\":\"x\",\"args\":\"y\"} | its `args` is not an array",
        "{\"command\":\"x\",\"args\":[\"y\",2]} | its `args` has an item that is not a string",
        "{\"url\":\"ws://localhost\"} | its `url` is not an HTTP URL",
        "{\"url\":\"${URL}\"} | its `url` is not an HTTP URL",
        "{\"url\":\"http://x\",\"headersHelper\":\"x\"} | Pitstop cannot move its `headersHelper`: write the command `pitstop` yourself, with `--header 'NAME: VALUE'` or `--bearer-env VARIABLE` before the URL; a sign-in in a browser does not work",
        "{\"url\":\"http://x\",\"headers\":{\"A\":\"1\"}} | Pitstop cannot move its `headers`: write the command `pitstop` yourself, with `--header 'NAME: VALUE'` or `--bearer-env VARIABLE` before the URL; a sign-in in a browser does not work",
        "{\"command\":\"node\",\"dev\":{\"debug\":{\"type\":\"node\"}}} | by its `dev`, VS Code would restart or debug Pitstop instead of the server: remove that key, then try again (`--watch` reloads it)",
        "{\"command\":\"pitstop\",\"args\":[\"demo\"]} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
        "{\"command\":\"pitstop\"} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
        "{\"command\":\"pitstop\",\"args\":[\"node\",\"x.js\"]} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
        "{\"command\":\"pitstop\",\"args\":[\"cli\",\"--\",\"x\"]} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
        "{\"command\":\"pitstop\",\"args\":[\"--config\",\"x\"]} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
      })
  void reasons(String entry, String reason) {
    assertThat(of(entry)).isEqualTo(new Server.Other(reason));
  }

  @ParameterizedTest
  @DisplayName("OpenCode: program and arguments in one array")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "{\"type\":\"local\",\"command\":[]} | its `command` is empty",
        "{\"type\":\"local\",\"command\":[\" \"]} | its `command` is empty",
        "{\"type\":\"local\",\"command\":[\"x\",1]} | its `command` has an item that is not a string",
        "{\"type\":\"remote\",\"url\":\"http://x\",\"oauth\":{}} | Pitstop cannot move its `oauth`: write the command `pitstop` yourself, with `--header 'NAME: VALUE'` or `--bearer-env VARIABLE` before the URL; a sign-in in a browser does not work",
        "{\"type\":\"local\",\"command\":[\"pitstop\",\"demo\"]} | it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`",
      })
  void together(String entry, String reason) {
    assertThat(of(entry)).isEqualTo(new Server.Other(reason));
  }

  @Test
  @DisplayName("OpenCode: a program, Pitstop in front of one, and a URL without a sign-in")
  void openCode() {
    assertThat(of("{\"type\":\"local\",\"command\":[\"node\",\"x.js\"]}"))
        .isInstanceOfSatisfying(
            Server.Program.class, p -> assertThat(p.words()).containsExactly("node", "x.js"));
    assertThat(of("{\"type\":\"local\",\"command\":[\"npx\",\"pitstop-mcp\",\"--\",\"x\"]}"))
        .isInstanceOfSatisfying(
            Server.Wrapped.class, w -> assertThat(w.command()).containsExactly("x"));
    assertThat(of("{\"type\":\"remote\",\"url\":\"http://x\"}")).isInstanceOf(Server.Daemon.class);
  }

  @ParameterizedTest
  @DisplayName("Pitstop is recognised however it is called")
  @ValueSource(
      strings = {
        "{\"command\":\"pitstop\",\"args\":[\"--\",\"x\"]}",
        "{\"command\":\"/opt/a b/pitstop\",\"args\":[\"--name\",\"n\",\"--\",\"x\"]}",
        "{\"command\":\"C:\\\\bin\\\\Pitstop.cmd\",\"args\":[\"--newer\",\"--\",\"x\"]}",
        "{\"command\":\"npx\",\"args\":[\"-y\",\"pitstop-mcp\",\"--\",\"x\"]}",
        "{\"command\":\"npx\",\"args\":[\"pitstop-mcp@1.2\",\"--\",\"x\"]}",
        "{\"command\":\"npm\",\"args\":[\"exec\",\"--\",\"pitstop-mcp\",\"--\",\"x\"]}",
        "{\"command\":\"pnpm\",\"args\":[\"dlx\",\"pitstop-mcp\",\"--\",\"x\"]}",
        "{\"command\":\"bunx\",\"args\":[\"pitstop-mcp\",\"--\",\"x\"]}",
      })
  void recognised(String entry) {
    assertThat(of(entry))
        .isInstanceOfSatisfying(
            Server.Wrapped.class, w -> assertThat(w.command()).containsExactly("x"));
  }

  @Test
  @DisplayName("other packages and programs are no Pitstop")
  void others() {
    assertThat(of("{\"command\":\"npx\",\"args\":[\"-y\",\"other\",\"pitstop-mcp\"]}"))
        .isInstanceOf(Server.Program.class);
    assertThat(of("{\"command\":\"node\",\"args\":[\"pitstop\"]}"))
        .isInstanceOf(Server.Program.class);
    assertThat(of("{\"command\":\"x\",\"url\":\"http://y\"}")).isInstanceOf(Server.Program.class);
    assertThat(of("{\"command\":\"x\",\"url\":\"http://y\",\"type\":\"SSE\"}"))
        .isInstanceOf(Server.Daemon.class);
    assertThat(of("{\"httpUrl\":\"http://y\"}")).isInstanceOf(Server.Daemon.class);
  }

  private static final String OTHER_FORM =
      "it is not a table of its own: write `[mcp_servers.NAME]` and below it a line for each key, then"
          + " try again";

  private static final String MOVED =
      "Pitstop cannot move its `%s`: write the command `pitstop` yourself, with"
          + " `--header 'NAME: VALUE'` or `--bearer-env VARIABLE` before the URL; a sign-in in a"
          + " browser does not work";

  @Test
  @DisplayName(
      "Codex' headers, also in a table of their own, are left alone, and so are other forms")
  void codex() {
    ClientFile file =
        Files4Tests.toml(
            """
            [mcp_servers.table]
            url = "http://localhost"
            [mcp_servers.table.http_headers]
            A = "b"
            [mcp_servers.array]
            command = ["a"]
            [mcp_servers.token]
            url = "http://localhost"
            bearer_token_env_var = "T"
            [mcp_servers]
            inline = { command = "x" }
            dotted.command = "x"
            """);
    assertThat(file.servers().stream().map(s -> ((Server.Other) s.server()).reason()).toList())
        .isEqualTo(
            List.of(
                MOVED.formatted("http_headers"),
                "its `command` is not a string",
                MOVED.formatted("bearer_token_env_var"),
                OTHER_FORM,
                OTHER_FORM));
  }

  @Test
  @DisplayName("no secret of an entry is in any toString")
  void secrets() {
    ClientFile file =
        Files4Tests.json(
            "{\"mcpServers\":{\"a\":{\"command\":\"s3cret\",\"args\":[\"s3cret\"],\"env\":{\"A\":\"s3cret\"}},"
                + "\"b\":{\"url\":\"http://x\",\"headers\":{\"A\":\"s3cret\"}}}}");
    assertThat(file.servers().toString()).doesNotContain("s3cret");
    assertThat(Files4Tests.json(Files4Tests.wrapAll(file)).servers().toString())
        .doesNotContain("s3cret\"");
  }
}
