package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.RunKind;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.session.tools.OwnTools;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The sentence of ours that stands first in the instructions, which is all that Codex shows.
class InstructionsTest {
  /// Codex shows 250 characters of the first line, with words of its own and the server's name.
  private static final int MOST = 120;

  private static OwnToolNames offering(String prefix, String... tools) {
    Set<String> offered = Set.copyOf(List.of(tools));
    return new OwnToolNames(
        name -> offered.contains(name) ? Optional.of(prefix + name) : Optional.empty());
  }

  @ParameterizedTest
  @EnumSource(RunKind.class)
  @DisplayName("for each kind of server it is one short line that names both tools")
  void oneServer(RunKind kind) {
    for (int commands = 0; commands < 4; commands++) {
      boolean builds = commands % 2 == 0;
      boolean restarts = commands < 2;
      for (String prefix : List.of("", "pitstop_")) {
        OwnToolNames tools = offering(prefix, OwnTools.WITH_ONE.toArray(new String[0]));
        String sentence = ToolDescriptions.sentence(tools, kind, builds, restarts);
        assertThat(sentence)
            .hasSizeLessThanOrEqualTo(MOST)
            .contains("`" + prefix + "recompile`", "`" + prefix + "call_tool`")
            .endsWith(".")
            .doesNotContain("\n");
      }
    }
  }

  @Test
  @DisplayName("so it is for many servers, where reload_server is what recompile is")
  void manyServers() {
    assertThat(
            ToolDescriptions.manySentence(offering("", OwnTools.WITH_MANY.toArray(new String[0]))))
        .hasSizeLessThanOrEqualTo(MOST)
        .contains("`add_server`", "`reload_server`", "`call_tool`")
        .endsWith(".")
        .doesNotContain("\n");
  }

  @Test
  @DisplayName("--tools: what is not offered is not named, and the sentence stays whole")
  void fewTools() {
    RunKind kind = RunKind.PROCESS;
    assertThat(ToolDescriptions.sentence(offering("", "recompile"), kind, true, false))
        .isEqualTo("Pitstop: `recompile` rebuilds and restarts this server.");
    assertThat(ToolDescriptions.sentence(offering("", "call_tool"), kind, true, false))
        .isEqualTo("Pitstop: `call_tool` calls tools missing from your list.");
    assertThat(ToolDescriptions.sentence(offering(""), kind, true, false))
        .startsWith("Pitstop runs this");
    assertThat(ToolDescriptions.manySentence(offering("", "add_server")))
        .isEqualTo("Pitstop: `add_server` adds a server.");
    assertThat(ToolDescriptions.manySentence(offering("", "reload_server", "call_tool")))
        .isEqualTo(
            "Pitstop: `reload_server` rebuilds one; `call_tool` calls tools"
                + " missing from your list.");
  }
}
