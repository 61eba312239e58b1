package dev.pitstop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.install.Client;
import dev.pitstop.process.Platform;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// How findings are shown.
@DisplayName("pitstop doctor, its report")
class ReportTest {
  private static final Finding FINDING =
      Finding.fail("stdout", "1 line … is not a message", "write it to stderr")
          .with(List.of("line 1: \"Grüße\""));

  @Test
  @DisplayName("A finding is a mark, an area, a text, a remedy and what it was found in")
  void text() {
    assertThat(new TextReport(80, false).finding(FINDING))
        .isEqualTo(
            """
            ✗ stdout       1 line … is not a message
                           → write it to stderr
                             line 1: "Grüße"
            """);
  }

  @Test
  @DisplayName("Colours only if they are wanted")
  void colours() {
    assertThat(new TextReport(80, true).finding(FINDING)).contains("\u001b[31m✗\u001b[0m");
    assertThat(new TextReport(80, false).finding(FINDING)).doesNotContain("\u001b");
  }

  @Test
  @DisplayName("Long texts are wrapped, many details counted")
  void long_() {
    Finding many =
        Finding.warn("names", "word ".repeat(60).strip(), "do ".repeat(60).strip())
            .with(Collections.nCopies(40, "detail ".repeat(30).strip()));
    String shown = new TextReport(60, false).finding(many);
    assertThat(shown.lines()).allMatch(l -> l.length() <= 60);
    assertThat(shown).endsWith("… and 11 more (--json lists all)\n");
    assertThat(new TextReport(60, false).finding(many.with(Collections.nCopies(30, "  x"))))
        .endsWith("   x\n");
  }

  @Test
  @DisplayName("--json has the same, and says what is well")
  void json() {
    World world =
        new World(Client.of("codex").map(ClientProfile::of), Map.of(), Platform.LINUX, "1.2.3");
    Report report = new Report("s", "node s.js", List.of(Finding.ok("start", "fine"), FINDING));
    JsonObject root = JsonParser.parseString(Report.json(List.of(report), world)).getAsJsonObject();
    assertThat(root.get("ok").getAsBoolean()).isFalse();
    assertThat(root.get("as").getAsString()).isEqualTo("codex");
    JsonObject server = root.getAsJsonArray("servers").get(0).getAsJsonObject();
    assertThat(server.getAsJsonArray("findings")).hasSize(2);
    JsonObject bad = server.getAsJsonArray("findings").get(1).getAsJsonObject();
    assertThat(bad.get("mark").getAsString()).isEqualTo("fail");
    assertThat(bad.get("details").getAsJsonArray().get(0).getAsString()).contains("Grüße");
  }

  @Test
  @DisplayName("values of the environment and of headers are not shown")
  void secrets() {
    Redaction secrets =
        Redaction.of(
            Map.of("DB", "postgres-pass", "NODE_ENV", "production"),
            Map.of("MY_API_KEY", "sk-123456", "EDITOR", "editor-x", "SSH_AUTH_SOCK", "/run/agent"),
            text -> text.replace("tok-98765", "…"));
    assertThat(secrets.hide("postgres-pass sk-123456 tok-98765 editor-x /run/agent production"))
        .isEqualTo("… … … editor-x /run/agent production");
    Finding hidden =
        secrets.hide(Finding.fail("a", "sk-123456", "sk-123456").with(List.of("sk-123456")));
    assertThat(hidden.toString()).doesNotContain("sk-123456");
  }
}
