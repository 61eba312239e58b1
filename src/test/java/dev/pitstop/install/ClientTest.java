package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.Platform;
import dev.pitstop.textedit.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Where clients keep what they are told of servers.
class ClientTest {
  private static final Path ME = Path.of("/home/me");

  private static List<String> places(Platform system, Map<String, String> env) {
    Client.Home home = new Client.Home(system, ME, env);
    List<String> places = new ArrayList<>();
    for (Client client : Client.values()) {
      places.add(ME.relativize(client.users(home).getFirst()).toString());
    }
    return places;
  }

  @Test
  @DisplayName("the user's files on Linux")
  void linux() {
    assertThat(places(Platform.LINUX, Map.of()))
        .containsExactly(
            ".claude.json",
            ".config/Claude/claude_desktop_config.json",
            ".cursor/mcp.json",
            ".config/Code/User/mcp.json",
            ".codex/config.toml",
            ".gemini/settings.json",
            ".config/opencode/opencode.json",
            ".config/zed/settings.json",
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
    assertThat(
            places(
                Platform.LINUX,
                Map.of(
                    "XDG_CONFIG_HOME",
                    "/home/me/x",
                    "CODEX_HOME",
                    "/home/me/c",
                    "CLAUDE_CONFIG_DIR",
                    "/home/me/d")))
        .containsExactly(
            "d/.claude.json",
            "x/Claude/claude_desktop_config.json",
            ".cursor/mcp.json",
            "x/Code/User/mcp.json",
            "c/config.toml",
            ".gemini/settings.json",
            "x/opencode/opencode.json",
            "x/zed/settings.json",
            "x/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
  }

  @Test
  @DisplayName("the user's files on macOS and Windows")
  void others() {
    assertThat(places(Platform.of("Mac OS X"), Map.of()))
        .contains(
            "Library/Application Support/Claude/claude_desktop_config.json",
            "Library/Application Support/Code/User/mcp.json",
            ".config/zed/settings.json");
    assertThat(places(Platform.of("Windows 11"), Map.of()))
        .contains(
            "AppData/Roaming/Claude/claude_desktop_config.json",
            "AppData/Roaming/Code/User/mcp.json",
            "AppData/Roaming/Zed/settings.json");
    assertThat(places(Platform.WINDOWS, Map.of("APPDATA", "/home/me/r")))
        .contains("r/Claude/claude_desktop_config.json");
  }

  @Test
  @DisplayName("docs/install.md names every client, and every setting that install shows")
  void documented() throws IOException {
    String page = Files.readString(Path.of("docs/install.md"));
    int settings = 0;
    for (Client client : Client.values()) {
      assertThat(page).contains(client.title());
      for (ClientSettings.Setting setting : ClientSettings.of(client)) {
        assertThat(page).contains(setting.key());
        settings++;
      }
    }
    assertThat(settings).isGreaterThan(4);
  }

  @Test
  @DisplayName("a project's files, and where the servers stand in them")
  void projects() {
    List<String> files = new ArrayList<>();
    for (Client client : Client.values()) {
      client.projects(ME).stream()
          .findFirst()
          .ifPresent(p -> files.add(ME.relativize(p).toString()));
    }
    assertThat(files)
        .containsExactly(
            ".mcp.json",
            ".cursor/mcp.json",
            ".vscode/mcp.json",
            ".codex/config.toml",
            ".gemini/settings.json",
            "opencode.json",
            ".zed/settings.json");
    assertThat(Client.of("vscode")).contains(Client.VSCODE);
    assertThat(Client.of("emacs")).isEmpty();
    assertThat(Client.OPENCODE.projects(ME)).contains(ME.resolve(".opencode/opencode.jsonc"));
    ClientFile claude =
        Files4Tests.read(
            "{\"projects\":{\"/home/me\":{\"mcpServers\":{\"a\":{\"command\":\"x\"}}},"
                + "\"/other\":{\"mcpServers\":{\"b\":{\"command\":\"x\"}}}}}",
            Format.JSON,
            Client.CLAUDE_CODE.containers(List.of(ME)));
    assertThat(claude.servers()).hasSize(1);
    assertThat(claude.servers().getFirst().place()).isEqualTo("in /home/me");
  }
}
