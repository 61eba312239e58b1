package dev.pitstop.config;

import static dev.pitstop.config.Configs.texts;
import static dev.pitstop.config.Configs.usable;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.text.Variables;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a file that is saved again")
class ChangedConfigTest {
  private static final String SECRET = "sk-5ecr3t-5ecr3t";

  private static final String WHOLE =
      """
      // é 🔧
      {
        "mcpServers": {
          "a": {"command": "x", "args": ["-y", 1, true, null], /* c */ },
          "b": {"url": "https://h/mcp", "headers": {"Authorization": "Bearer %s"}},
          "c": {"cli": ["git"], "env": {"K": "%s", "N": -1.5e3}, "startTimeout": "\\u0033s"}
        },
      }\
      """
          .formatted(SECRET, SECRET);

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  @DisplayName("a half-written file, cut anywhere, is unusable as a whole and says where it ends")
  void k37EveryPrefix(String newline) {
    String whole = WHOLE.replace("\n", newline);
    assertThat(usable(whole).all()).hasSize(3);
    for (int end = 0; end < whole.length(); end++) {
      ConfigFile read = Configs.read(whole.substring(0, end));
      assertThat(read.usable()).as("cut at %d", end).isFalse();
      ConfigProblem problem = read.problems().getFirst();
      assertThat(problem.at()).isPresent();
      assertThat(problem.text()).doesNotContain("5ecr3t").doesNotContain("\n");
    }
  }

  @Test
  @DisplayName("any one character missing or too many: never an exception, never a secret")
  void k37OneCharacterWrong() {
    for (int i = 0; i < WHOLE.length(); i++) {
      for (String wrong : new String[] {"", "\"", "}", "{", ",", ":", "\\", "/", "\n", "x"}) {
        ConfigFile read = Configs.read(WHOLE.substring(0, i) + wrong + WHOLE.substring(i + 1));
        for (List<ConfigProblem> told : List.of(read.problems(), read.warnings())) {
          for (ConfigProblem p : told) {
            assertThat(p.text()).doesNotContain("5ecr3t-").doesNotContain("\n");
          }
        }
      }
    }
  }

  private static final String ONE =
      """
      {
        "mcpServers": {
          "a": {"command": "x", "args": ["1", "2"], "env": {"A": "1", "B": "2"}},
          "b": {"command": "y"}
        }
      }
      """;

  private static Map<String, Optional<ServerSpec>> byName(String text) {
    Map<String, Optional<ServerSpec>> entries = new LinkedHashMap<>();
    for (ServerEntry entry : usable(text).entries()) {
      entries.put(entry.written(), entry.spec());
    }
    return entries;
  }

  @Test
  @DisplayName("order, blanks, comments, indentation make no other entry")
  void k38OnlyMoved() {
    String moved =
        """
        // mine
        { "theme": 1, "mcpServers": {
        \t"b": { /* y */ "command"   : "\\u0079", "args": [], },
        \t"a": {"env": {"B": "2", "A": "1"}, "type": "stdio", "disabled": false,
        \t\t"description": "new", "args": ["1",
        \t\t"2"], "command": "x"}}}
        """;

    assertThat(byName(moved)).isEqualTo(byName(ONE));
    assertThat(byName(moved).get("a")).hasSameHashCodeAs(byName(ONE).get("a"));
    assertThat(usable(moved).all()).isNotEqualTo(usable(ONE).all());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"command\": \"x\" → \"command\": \"z\"",
        "[\"1\", \"2\"] → [\"2\", \"1\"]",
        "\"A\": \"1\" → \"A\": \"2\"",
        "\"A\": \"1\" → \"A\": \"${PORT}\"",
        "\"A\": \"1\", → ",
        "{\"command\": \"x\" → {\"cwd\": \"src\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"build\": \"make\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"watch\": \"*\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"order\": \"stop-first\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"onCrash\": \"respawn\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"replay\": \"t\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"tools\": [\"t\"], \"command\": \"x\"",
        "{\"command\": \"x\" → {\"disabled\": true, \"command\": \"x\"",
        "{\"command\": \"x\" → {\"binary\": \"b\", \"command\": \"x\"",
        "{\"command\": \"x\" → {\"startTimeout\": 1, \"command\": \"x\"",
        "{\"command\": \"x\" → {\"buildTimeout\": 1, \"command\": \"x\"",
      })
  @DisplayName("an edit of an entry, its env among it, is seen, and the other stays equal")
  void k39Edited(String edit) {
    String[] change = edit.split(" → ", -1);
    assertThat(ONE).contains(change[0]);

    Map<String, Optional<ServerSpec>> after = byName(ONE.replace(change[0], change[1]));

    assertThat(after.get("a")).isNotEqualTo(byName(ONE).get("a"));
    assertThat(after.get("b")).isEqualTo(byName(ONE).get("b"));
  }

  @Test
  @DisplayName("a variable's new value is an edit too")
  void k39NewValue() {
    String text = "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"K\": \"${K}\"}}}}";

    ConfigFile before = Configs.read(text, Map.of("K", "1"));
    ConfigFile after = Configs.read(text, Map.of("K", "2"));

    assertThat(after.entries()).isNotEqualTo(before.entries());
  }

  @Test
  @DisplayName("a missing ${VAR} is named with line and key; that entry is left out alone")
  void k39MissingVariable() {
    ConfigFile file =
        usable(
            """
            {"mcpServers": {
              "a": {"command": "x", "args": ["${A1}", "${A2}/${A1}"],
                    "env": {"K": "${A3}"}, "cwd": "${A4}", "build": "${A5}", "watch": "${A6}"},
              "u": {"url": "http://${A7}", "headers": {"X": "${A8}"}},
              "c": {"cli": ["${A9}"]},
              "d": {"command": "${D:-x}", "env": {"E": "${EMPTY}"}}}}
            """);

    assertThat(file.entries()).extracting(ServerEntry::written).containsExactly("d");
    assertThat(texts(file.problems()))
        .contains(
            "3:22: mcpServers.a.env.K: the variable `A3` is not set; set it in Pitstop's"
                + " environment, or use `${A3:-default}`");
    for (String at :
        List.of(
            "2:34: mcpServers.a.args[0]: the variable `A1` ",
            "2:43: mcpServers.a.args[1]: the variable `A2` ",
            "2:43: mcpServers.a.args[1]: the variable `A1` ",
            "3:39: mcpServers.a.cwd: the variable `A4` ",
            "3:57: mcpServers.a.build: the variable `A5` ",
            "3:75: mcpServers.a.watch: the variable `A6` ",
            "4:16: mcpServers.u.url: the variable `A7` ",
            "4:49: mcpServers.u.headers.X: the variable `A8` ",
            "5:17: mcpServers.c.cli[0]: the variable `A9` ")) {
      assertThat(texts(file.problems())).anyMatch(t -> t.startsWith(at));
    }
    assertThat(file.problems()).hasSize(10);
  }

  @Test
  @DisplayName("no value of env or headers is in any text of ours")
  void k39NoSecretInAnyText() throws Exception {
    String text =
        """
        {"mcpServers": {
          "a": {"command": "x", "args": ["--key=SECRET"], "env": {"K": "SECRET",
                "L": "${VAR} ${input:SECRET}", "M": "SECRET${NONE}"}},
          "b": {"url": "https://u:SECRET@h/?k=SECRET", "headers": {"H": "Bearer SECRET"}},
          "c": {"cli": ["x", "SECRET"], "build": "SECRET"},
          "d": {"command": "x", "env": ["K=SECRET"]},
          "e": {"command": "x", "env": "K=SECRET"},
          "f": {"command": "x", "env": {"K=SECRET": 1, "L": ["SECRET"], "M": {"SECRET": 1}}},
          "g": {"url": "SECRET"},
          "h": {"url": "http://x", "headers": ["H: SECRET"]},
          "i": {"command": "x", "env": {"N": "77066077", "B": "${VAR}"}},
          "j": {"command": "x", "cwd": "${VAR}\\u0000", "replay": "t:SECRET"},
          "k": {"command": "x", "cwd": "${VAR}\\u0001", "binary": "${VAR}"}}}
        """
            .replace("SECRET", SECRET);
    ConfigFile file = Configs.read(text, Map.of("VAR", SECRET));
    assertThat(file.entries()).hasSize(4);
    assertThat(file.entries().getFirst().spec().orElseThrow().target())
        .isInstanceOf(Target.Daemon.class);

    String node = Jsonc.parse(text.substring(0, 16) + "}}").toString();
    for (String told :
        List.of(
            file.toString(),
            file.problems().toString(),
            file.warnings().toString(),
            node,
            new Node.Text(0, 9, SECRET).toString(),
            new Node.Num(0, 9, "77066077").toString(),
            new FileText.Good(text).toString(),
            refusal(text.substring(0, 200)),
            Variables.expand("${VAR}", name -> Optional.of(SECRET)).toString())) {
      assertThat(told).doesNotContain("5ecr3t").doesNotContain("77066077");
    }
    assertThat(file.entries().toString()).contains("env [B, N]");
  }

  private static String refusal(String text) {
    return Assertions.assertThatExceptionOfType(Mistake.class)
        .isThrownBy(() -> ConfigEdit.add(text, "z", new JsonObject()))
        .actual()
        .message();
  }
}
