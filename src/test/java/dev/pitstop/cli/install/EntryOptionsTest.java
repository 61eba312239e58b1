package dev.pitstop.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.options.Here;
import dev.pitstop.process.Surroundings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `save` with one server, with a home and a project of their own.
@DisabledOnOs(OS.WINDOWS)
class EntryOptionsTest {
  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  @TempDir Path dir;

  private Path project = Path.of("");
  private Path home = Path.of("");

  @BeforeEach
  void make() throws IOException {
    project = Files.createDirectories(dir.toRealPath().resolve("work"));
    home = Files.createDirectories(dir.toRealPath().resolve("home/.codex")).getParent();
  }

  private String save(Map<String, List<String>> set, String... words) throws Exception {
    Shell shell =
        new Shell(Surroundings.of(Map.of("HOME", home.toString()), project, NOWHERE), NOWHERE);
    return EntryOptions.save(Here.parse(words), set, shell);
  }

  private static Map<String, List<String>> both() {
    Map<String, List<String>> set = new LinkedHashMap<>();
    set.put("build", List.of("npm run build"));
    set.put("watch", List.of("src/**", "*.json"));
    return set;
  }

  @Test
  @DisplayName("into the one entry that runs this; the rest of the file stays")
  void one() throws Exception {
    String text =
        """
        {"mcpServers": {
          "weather": {"command": "/opt/pitstop", "args": ["--watch", "old", "--name=w", "--", "node", "x"]}, // mine
          "other": {"command": "pitstop", "args": ["--name=w", "--", "node", "y"]}
        }}
        """;
    Path file = Files.writeString(project.resolve(".mcp.json"), text);
    assertThat(save(both(), "--watch", "old", "--name=w", "--", "node", "x"))
        .isEqualTo("Saved in the entry `weather` of .mcp.json (Claude Code).");
    String with =
        "\"--name=w\", \"--build\", \"npm run build\", \"--watch\", \"src/**\", \"--watch\", \"*.json\", \"--\"";
    String saved = text.replaceFirst("\"--watch\", \"old\", \"--name=w\", \"--\"", with);
    assertThat(Files.readString(file)).isEqualTo(saved);
    assertThat(save(both(), "--watch", "old", "--name=w", "--", "node", "x"))
        .as("saved once more in the same session")
        .startsWith("Saved in");
    assertThat(Files.readString(file)).isEqualTo(saved);
    save(Map.of("build", List.of(), "watch", List.of()), "--name=w", "--", "node", "x");
    assertThat(Files.readString(file)).isEqualTo(text.replace("\"--watch\", \"old\", ", ""));
  }

  @Test
  @DisplayName("an option that --set gave is replaced as well")
  void setBefore() throws Exception {
    String text =
        """
        {"mcpServers": {"w": {"command": "pitstop", "args": ["--set", "build=old", "--set=watch=a", "--name=w", "--", "x"]}}}
        """;
    Path file = Files.writeString(project.resolve(".mcp.json"), text);
    assertThat(save(both(), "--build", "old", "--watch", "a", "--name=w", "--", "x"))
        .startsWith("Saved in");
    String with =
        "[\"--name=w\", \"--build\", \"npm run build\", \"--watch\", \"src/**\", \"--watch\", \"*.json\", \"--\", \"x\"]";
    assertThat(Files.readString(file)).contains(with);
  }

  @Test
  @DisplayName("TOML; an entry without options and without `--`")
  void toml() throws Exception {
    Path file =
        Files.writeString(
            home.resolve(".codex/config.toml"),
            "[mcp_servers.w]\ncommand = \"npx\"\nargs = [\"pitstop-mcp\", \"http://127.0.0.1:9/mcp\"]\n");
    assertThat(save(Map.of("build", List.of("make")), "http://127.0.0.1:9/mcp"))
        .isEqualTo("Saved in the entry `w` of ~/.codex/config.toml (Codex).");
    assertThat(Files.readString(file))
        .contains(
            "args = [\"pitstop-mcp\", \"--build\", \"make\", \"--\", \"http://127.0.0.1:9/mcp\"]");
  }

  @Test
  @DisplayName("one array for all words, as in OpenCode's file")
  void together() throws Exception {
    Path file =
        Files.writeString(
            project.resolve("opencode.json"),
            "{\"mcp\":{\"w\":{\"type\":\"local\",\"command\":[\"pitstop\",\"--\",\"node\",\"x\"]}}}");
    assertThat(save(Map.of("build", List.of("make")), "--", "node", "x")).startsWith("Saved in");
    assertThat(Files.readString(file))
        .contains("[\"pitstop\", \"--build\", \"make\", \"--\", \"node\",\"x\"]");
  }

  @Test
  @DisplayName("no file, or several: nothing is written, and the text has the options")
  void unknown() throws Exception {
    String line =
        "Write before the server's command: --build \"npm run build\" --watch \"src/**\" --watch"
            + " \"*.json\".";
    assertThat(save(both(), "--name", "w", "--build", "old", "--", "node", "x"))
        .isEqualTo("Not saved: Pitstop does not know which file started it. " + line);
    String text =
        "{\"mcpServers\":{\"w\":{\"command\":\"pitstop\",\"args\":[\"--name\",\"w\",\"--\",\"node\",\"x\"]}}}";
    Files.writeString(project.resolve(".mcp.json"), text);
    Files.createDirectories(project.resolve(".cursor"));
    Files.writeString(project.resolve(".cursor/mcp.json"), text);
    assertThat(save(both(), "--name", "w", "--", "node", "x"))
        .isEqualTo(
            "Not saved: `w` of .mcp.json (Claude Code) and `w` of .cursor/mcp.json (Cursor) have this"
                + " command. "
                + line);
    assertThat(Files.readString(project.resolve(".mcp.json"))).isEqualTo(text);
  }

  @Test
  @DisplayName("a secret is not printed")
  void secret() throws Exception {
    assertThat(save(both(), "--env", "TOKEN=s3cret", "--", "node", "x")).doesNotContain("s3cret");
  }
}
