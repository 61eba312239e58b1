package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a wrapped entry looks like, in every way that entries are written.
class WrappingTest {
  private static final Wrapping.How PLAIN =
      new Wrapping.How(List.of("/bin/pitstop"), List.of("--"));

  private static String wrap(ClientFile file, Wrapping.How how) {
    return file.wrap(Map.of(file.servers().getLast().path(), how)).text();
  }

  private static String unwrapped(ClientFile installed, ClientFile before) {
    return installed
        .unwrap(Files4Tests.paths(installed), installed.provable(Optional.of(before)))
        .text();
  }

  private static String json(String entry) {
    return wrap(Files4Tests.json("{\"mcpServers\":{\"a\":" + entry + "}}"), PLAIN)
        .replace("{\"mcpServers\":{\"a\":", "")
        .replaceFirst("}}$", "");
  }

  @Test
  @DisplayName("one line stays one line, lines stay lines, with their tabs and ends")
  void layout() {
    assertThat(json("{\"command\":\"node\",\"args\":[\"x.js\"]}"))
        .isEqualTo("{\"command\":\"/bin/pitstop\",\"args\":[\"--\", \"node\", \"x.js\"]}");
    assertThat(
            json(
                "{\r\n\t\"command\": \"node\",\r\n\t\"args\": [\r\n\t\t\"x.js\", // c\r\n\t],\r\n}"))
        .isEqualTo(
            "{\r\n\t\"command\": \"/bin/pitstop\",\r\n\t\"args\": [\r\n\t\t\"--\", \"node\", \"x.js\", // c\r\n\t],\r\n}");
    assertThat(json("{\n  \"command\": \"x\" // c\n}"))
        .isEqualTo("{\n  \"command\": \"/bin/pitstop\",\n  \"args\": [\"--\", \"x\"] // c\n}");
    assertThat(json("{\"args\": [ /* none */ ], \"command\": \"x\"}"))
        .isEqualTo("{\"args\": [\"--\", \"x\" /* none */ ], \"command\": \"/bin/pitstop\"}");
  }

  @Test
  @DisplayName(
      "the command is quoted as the options are; arguments keep their spelling, other keys stay")
  void spelling() {
    String text =
        "{\"mcpServers\":{\"a\":{\"env\":{\"K\":\"v\"},\"command\":\"C:\\\\x \\u00e9\",\"args\":[\"\\u0079\"],\"cwd\":\"/w\"}}}";
    assertThat(
            wrap(
                Files4Tests.json(text),
                new Wrapping.How(
                    List.of("npx", "-y", "pitstop-mcp"), List.of("--build", "a \"b\" \\", "--"))))
        .isEqualTo(
            "{\"mcpServers\":{\"a\":{\"env\":{\"K\":\"v\"},\"command\":\"npx\",\"args\":[\"-y\", \"pitstop-mcp\","
                + " \"--build\", \"a \\\"b\\\" \\\\\", \"--\", \"C:\\\\x é\", \"\\u0079\"],\"cwd\":\"/w\"}}}");
  }

  @Test
  @DisplayName("a URL becomes Pitstop's argument, its type stdio")
  void url() {
    ClientFile file =
        Files4Tests.json(
            """
            {
              "servers": {
                "a": {
                  "type": "http", // local
                  "url": "http://localhost:1/mcp",
                  "timeout": 3
                }
              }
            }
            """);
    assertThat(Files4Tests.wrapAll(file))
        .isEqualTo(
            """
            {
              "servers": {
                "a": {
                  "type": "stdio", // local
                  "command": "/opt/pit stop/pitstop",
                  "args": ["http://localhost:1/mcp"],
                  "timeout": 3
                }
              }
            }
            """);
  }

  @Test
  @DisplayName(
      "Codex: a URL, one with headers, which stays, and tables of other forms, which stay, too")
  void codex() {
    String text =
        """
        [mcp_servers.a]
        url = "http://localhost:1/mcp" # here

        [mcp_servers.secret]
        url = "http://localhost:2/mcp"
        bearer_token_env_var = "T"

        [mcp_servers]
        b = { command = 'x' }
        c.command = "y"
        c.args = []
        """;
    ClientFile file = Files4Tests.toml(text);
    String after = Files4Tests.wrapAll(file);
    assertThat(after)
        .isEqualTo(
            """
            [mcp_servers.a]
            command = "/opt/pit stop/pitstop" # here
            args = ["http://localhost:1/mcp"]

            [mcp_servers.secret]
            url = "http://localhost:2/mcp"
            bearer_token_env_var = "T"

            [mcp_servers]
            b = { command = 'x' }
            c.command = "y"
            c.args = []
            """);
    ClientFile installed = Files4Tests.toml(after);
    assertThat(unwrapped(installed, file)).isEqualTo(text);
  }

  @Test
  @DisplayName("in a file that was edited since, each entry is unwrapped by itself")
  void edited() {
    String text =
        "{\"mcpServers\": {\n \"a\": {\"command\": \"x\", \"args\": [\"1\"]},\n"
            + " \"b\": {\"url\" : \"http://localhost/\" , \"timeout\" :3}\n}}";
    ClientFile file = Files4Tests.json(text);
    String after = Files4Tests.wrapAll(file).replace("\"1\"]", "\"1\", \"new\"], \"env\": {}");
    ClientFile installed = Files4Tests.json(after);
    assertThat(installed.provable(Optional.of(file)).keySet())
        .containsExactly(List.of("mcpServers", "b"));
    assertThat(unwrapped(installed, file))
        .isEqualTo(text.replace("\"1\"]", "\"1\", \"new\"], \"env\": {}"));
  }

  @Test
  @DisplayName("options that were changed in a wrapped entry are no reason not to give it back")
  void otherOptions() {
    String text = "{\"mcpServers\": {\"a\": {\"url\" : \"http://localhost/\" , \"timeout\" :3}}}";
    ClientFile file = Files4Tests.json(text);
    String after = Files4Tests.wrapAll(file).replace("[\"http", "[\"--name\", \"n\", \"http");
    ClientFile installed = Files4Tests.json(after);
    assertThat(unwrapped(installed, file)).isEqualTo(text);
  }

  @Test
  @DisplayName("an array that a formatter has given a comma at its end stays valid")
  void trailingComma() {
    String wrapped =
        "{\"mcpServers\":{\"a\":{\"command\":\"pitstop\",\"args\":[ \"--\", \"x\", ]}}}";
    ClientFile installed = Files4Tests.json(wrapped);
    assertThat(installed.unwrap(Files4Tests.paths(installed), Map.of()).text())
        .isEqualTo("{\"mcpServers\":{\"a\":{\"command\":\"x\",\"args\":[ ]}}}");
  }

  @Test
  @DisplayName("where command and arguments are one array, what stands behind the program stays")
  void together() {
    String text =
        "{\"mcp\":{\"a\":{\"type\":\"local\",\"command\":[\"pitstop\", \"--\", \"x\" // why\n ]}}}";
    ClientFile installed = Files4Tests.again(text, Files4Tests.Kind.OPENCODE);
    assertThat(installed.unwrap(Files4Tests.paths(installed), Map.of()).text())
        .isEqualTo(text.replace("\"pitstop\", \"--\", ", ""));
  }

  @Test
  @DisplayName("a copy from before keeps what its author wrapped by hand")
  void byHand() {
    String hand = "{\"command\":\"pitstop\",\"args\":[\"--cwd\",\"/w\",\"--\",\"x\"]}";
    String text = "{\"mcpServers\":{\"h\":" + hand + ",\"a\":{\"command\":\"x\"}}}";
    ClientFile file = Files4Tests.json(text);
    String after = Files4Tests.wrapAll(file);
    assertThat(after).contains(hand);
    assertThat(Files4Tests.json(after).original(Optional.of(file))).isEqualTo(text);
    assertThat(Files4Tests.json(after).original(Optional.empty())).isEqualTo(after);
  }
}
