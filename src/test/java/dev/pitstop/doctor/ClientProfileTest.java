package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.help.Help;
import dev.pitstop.install.Client;
import dev.pitstop.process.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What clients pass on of their environment.
@DisplayName("pitstop doctor --as")
class ClientProfileTest {
  private static final Map<String, String> SHELL =
      Map.of(
          "HOME", "/home/u",
          "PATH", "/home/u/.nvm/bin:/usr/bin",
          "LANG", "de_DE.UTF-8",
          "GITHUB_TOKEN", "secret",
          "USER", "u");

  private static Map<String, String> as(String id, String os) {
    return ClientProfile.of(Client.of(id).orElseThrow()).environment(SHELL, Platform.of(os));
  }

  @Test
  @DisplayName(
      "Codex and the SDK's clients clear it, Claude Desktop and Cursor have the desktop's PATH")
  void environments() {
    assertThat(as("codex", "Linux")).containsOnlyKeys("HOME", "PATH", "LANG", "USER");
    assertThat(as("cline", "Linux")).containsOnlyKeys("HOME", "PATH", "USER");
    assertThat(as("claude-code", "Linux")).isEqualTo(SHELL);
    assertThat(as("opencode", "Linux")).isEqualTo(SHELL);
    assertThat(as("claude-desktop", "Linux")).containsOnlyKeys("HOME", "PATH", "USER");
    assertThat(as("claude-desktop", "Mac OS X").get("PATH"))
        .startsWith("/usr/local/bin:/opt/homebrew/bin:");
    assertThat(as("cursor", "Linux")).containsKey("GITHUB_TOKEN");
    assertThat(as("cursor", "Linux").get("PATH")).doesNotContain(".nvm");
    assertThat(as("cursor", "Windows 11").get("PATH")).contains(".nvm");
  }

  @Test
  @DisplayName("docs/doctor.md and --help name every client")
  void documented() throws IOException {
    String page = Files.readString(Path.of("docs/doctor.md"));
    String options = Help.page("doctor");
    for (String id : Client.ids()) {
      assertThat(page).contains("`" + id + "`");
      assertThat(options).contains(id);
    }
  }
}
