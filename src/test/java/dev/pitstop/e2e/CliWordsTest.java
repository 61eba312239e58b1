package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonPrimitive;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue T, the words of a call as a real process gets them: the program itself says which it
/// got. What becomes of each kind of argument is a matter of `TemplateTest` and `ParametersTest`.
/// (batch files, is Windows' and has unit tests only.)
@DisplayName("command-line tools: the words of a call")
@Tag("all")
class CliWordsTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String ALL =
      "'s':{'type':'string'},'t':{'type':'string'},'a':{'type':'array','items':{}}";

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  private RawClient connected(String... options) {
    return bench.cli(tool, options).drainStderr().greeted();
  }

  /// A client of a program with one tool `t` of this template.
  private RawClient template(String template) {
    tool.tools(ToolProgram.echoing("t", template, ALL));
    return connected();
  }

  private static String quoted(String text) {
    return Json.text(new JsonPrimitive(text));
  }

  private static String arguments(String name, String text) {
    return "{\"" + name + "\":" + quoted(text) + "}";
  }

  private static List<String> words(RawClient client, String tool, String arguments) {
    ToolResult result = client.call(tool, arguments);
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return ToolProgram.words(result);
  }

  /// A refusal of Pitstop's, before any process was started.
  private String refused(RawClient client, String name, String arguments) {
    int before = tool.executions().size();
    ToolResult result = client.call(name, arguments);
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(tool.executions()).hasSize(before);
    return result.lastText();
  }

  // ---- values stay what they are ----

  /// What shells, patterns, options and templates could take apart.
  private static final List<String> HOSTILE =
      List.of(
          "; rm -rf /",
          "$(id)",
          "`id`",
          "$HOME ${HOME} %PATH%",
          "a && b || c | d > e < f &",
          "'\"\\",
          "*.py ?",
          "~root",
          "two\nlines\r\nand a tab\t",
          "--delete",
          "-",
          "--",
          " --delete",
          "",
          "größe 日本 🚗 \u2028",
          "{s} {other} {{s}}",
          "a,b=c",
          "\u001b[31m\u0001\u007f");

  @Test
  @DisplayName("no shell ever; each element stays one word, in each place that is safe")
  void intact() {
    RawClient client = template("'--of={s}','x{t}{s}','--','{s}','{a}'");
    for (String value : HOSTILE) {
      String list =
          "{\"s\":%s,\"t\":%s,\"a\":[%s]}".formatted(quoted(value), quoted(value), quoted(value));
      assertThat(words(client, "t", list))
          .as(value)
          .containsExactly("--of=" + value, "x" + value + value, "--", value, value);
    }
  }

  // ---- how long they may be, and in which locale ----

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("a word above 128 KiB is refused with its size; one below passes")
  void longWord() {
    RawClient client = connected();
    String below = "x".repeat(120 * 1024);
    assertThat(words(client, "echo", arguments("text", below))).containsExactly("--", below);
    for (int length : List.of(128 * 1024, 128 * 1024 + 1, 1024 * 1024)) {
      assertThat(refused(client, "echo", arguments("text", "x".repeat(length)))).contains("131071");
    }
    String one = "größe ".repeat(200_000);
    assertThat(client.call("tell", arguments("text", one)).structured().get("stdin").getAsString())
        .contains(one);
  }
}
