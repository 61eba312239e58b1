package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.cli.help.Completion;
import dev.pitstop.cli.help.Topic;
import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.InstallTable;
import dev.pitstop.cli.options.MonitoringTable;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.OptionScopes;
import dev.pitstop.cli.options.OptionTable;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.ReplayTable;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.session.tools.OwnTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("completion for shells, from the option table")
class CompletionTest {
  @TempDir Path directory;

  /// What a shell answers to a script on its stdin; skips the test where there is no such shell.
  private String shell(List<String> argv, String script) throws IOException, InterruptedException {
    Path in = Files.writeString(directory.resolve("script"), script);
    Path out = directory.resolve("out");
    Process process;
    try {
      process =
          new ProcessBuilder(argv)
              .directory(directory.toFile())
              .redirectInput(in.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException noSuchShell) {
      assumeTrue(false, "optional: there is no " + argv.getFirst() + " here");
      return "";
    }
    int code = process.waitFor();
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(code).as(said).isZero();
    return said;
  }

  /// What bash proposes for the last of these words.
  private List<String> proposals(String... words) throws IOException, InterruptedException {
    List<String> quoted = new ArrayList<>();
    for (String word : words) {
      quoted.add("'" + word + "'");
    }
    String script =
        Completion.bash()
            + "COMP_WORDS=("
            + String.join(" ", quoted)
            + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_pitstop\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
    return shell(List.of("bash", "--norc", "--noprofile", "-s"), script).lines().toList();
  }

  private static Set<String> options(List<OptionRow> rows) {
    Set<String> options = new TreeSet<>();
    rows.forEach(row -> options.add("--" + row.name()));
    return options;
  }

  /// Of a session: of the table, without what is for `doctor` alone.
  private static Set<String> options() {
    Set<String> options = options(OptionTable.rows());
    options.removeAll(Set.of("--as", "--json"));
    return options;
  }

  @Test
  @DisplayName("bash proposes every option, and none that is not in the table")
  void bashOptions() throws Exception {
    Set<String> expected = options();
    expected.add("--");
    assertThat(proposals("pitstop", "-")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(proposals("pitstop", "--name", "doctor", "--a")).isEqualTo(List.of(""));
    assertThat(proposals("pitstop", "--cwd", "x", "--st"))
        .containsExactlyInAnyOrder("--start", "--start-timeout", "--stop-timeout");
  }

  @Test
  @DisplayName("bash proposes the options of doctor, install and uninstall behind these words")
  void bashOwnOptions() throws Exception {
    assertThat(proposals("pitstop", "doctor", "--"))
        .contains("--as", "--json", "--build", "--start-timeout")
        .doesNotContain("--log-level", "--replay");
    assertThat(proposals("pitstop", "doctor", "--as", "zed", "--j")).containsExactly("--json");
    assertThat(proposals("pitstop", "doctor", "node", "--as")).doesNotContain("--as");
    assertThat(proposals("pitstop", "install", "--"))
        .containsExactlyInAnyOrderElementsOf(options(InstallTable.rows("install")));
    assertThat(proposals("pitstop", "uninstall", "cursor", "--"))
        .containsExactlyInAnyOrder("--user", "--project", "--print", "--yes", "--file", "--help");
    assertThat(proposals("pitstop", "demo", "--")).isEqualTo(List.of(""));
  }

  @ParameterizedTest
  @CsvSource({
    "'pitstop doctor --as cl', 'claude-code claude-desktop cline'",
    "'pitstop doctor --as = z', zed",
    "'pitstop install cur', cursor",
    "'pitstop uninstall --user cod', codex",
    "'pitstop install cursor cur', ''",
    "'pitstop --notices o', off",
    "'pitstop --order ', 'start-first stop-first'",
    "'pitstop --order = st', 'start-first stop-first'",
    "'pitstop --order =', 'start-first stop-first'",
    "'pitstop --name x --on-crash rep', report",
    "'pitstop --log-level w', warn",
    "'pitstop ps --', '--session --json --help'",
    "'pitstop logs --s', '--session --since'",
    "'pitstop logs weather --fo', '--follow'",
    "'pitstop calls t', tool:",
    "'pitstop rerun ', 'last failed'",
    "'pitstop replay --sl', --slower",
    "'pitstop call --unc', --unchecked",
    "'pitstop call echo a=1 --st', '--stderr --start --start-timeout --stop-timeout'",
    "'pitstop tools --js', --json",
    "'pitstop tools --unc', ''",
    "'pitstop reload --session ', ''",
    "'pitstop stop x', ''",
    "'pitstop completion ', 'bash zsh fish'",
    "'pitstop completion z', zsh",
    "'pitstop completion bash ', ''",
    "'pitstop --name dem', ''",
    "'pitstop help opt', options",
    "'pitstop help ', 'options install doctor cli http many tools files uninstall demo ps logs calls reload stop start rerun ui call replay completion'",
    "'pitstop help install ', ''",
    "'pitstop --tools rec', recompile"
  })
  @DisplayName("bash proposes values where there is a choice, and nothing where there is none")
  void bashValues(String line, String expected) throws Exception {
    List<String> proposals = proposals(line.split(" ", -1));
    assertThat(proposals.stream().filter(p -> !p.isEmpty()))
        .containsExactlyInAnyOrder(expected.isEmpty() ? new String[0] : expected.split(" ", -1));
  }

  @Test
  @DisplayName("bash proposes files and directories, with blanks in their names, and commands")
  void bashFiles() throws Exception {
    Files.createDirectory(directory.resolve("some dir"));
    Files.createFile(directory.resolve("some file"));
    assertThat(proposals("pitstop", "--cwd", "some")).containsExactly("some dir");
    assertThat(proposals("pitstop", "--config", "some")).contains("some dir", "some file");
    assertThat(proposals("pitstop", "--", "compge")).contains("compgen");
    assertThat(proposals("pitstop", "--", "node", "some")).contains("some file");
    assertThat(proposals("pitstop", "--", "node", "--ord")).doesNotContain("--order");
    assertThat(proposals("pitstop", "node", "--ord")).doesNotContain("--order");
    assertThat(proposals("pitstop", "call", "x", "a=1", "--", "node", "some"))
        .contains("some file");
    assertThat(proposals("pitstop", "call", "--save", "some")).containsExactly("some dir");
    assertThat(proposals("pitstop", "dem")).contains("demo");
    assertThat(proposals("pitstop", "hel")).contains("help");
  }

  @Test
  @DisplayName("bash knows the function under both names that Pitstop is installed by")
  void bashNames() throws Exception {
    String said =
        shell(
            List.of("bash", "--norc", "--noprofile", "-s"),
            Completion.bash() + "complete -p pitstop pitstop-mcp\n");
    assertThat(said.lines())
        .containsExactly("complete -F _pitstop pitstop", "complete -F _pitstop pitstop-mcp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zsh", "fish"})
  @DisplayName(
      "Every option is in the scripts of zsh and fish, once for each word, and they can read them")
  void others(String shell) throws Exception {
    boolean zsh = shell.equals("zsh");
    String script = zsh ? Completion.zsh() : Completion.fish();
    Pattern option = Pattern.compile(zsh ? "(?m)^      '\\*?(--[a-z-]+)[=\\[]" : " -l ([a-z-]+) ");
    List<String> named = new ArrayList<>();
    Matcher m = option.matcher(script);
    while (m.find()) {
      named.add(zsh ? m.group(1) : "--" + m.group(1));
    }
    List<String> all = new ArrayList<>(options());
    all.addAll(options(OptionScopes.ofDoctor()));
    all.addAll(options(InstallTable.rows("install")));
    all.addAll(options(InstallTable.rows("uninstall")));
    MonitoringTable.COMMANDS.forEach(c -> all.addAll(options(MonitoringTable.rows(c))));
    all.addAll(options(ReplayTable.all()));
    List.of("call", "tools").forEach(c -> all.addAll(options(CallTable.all(c))));
    assertThat(named).containsExactlyInAnyOrderElementsOf(all);
    assertThat(script).contains("claude-code claude-desktop cursor");
    String code = script.replaceAll("(?m)^#.*$", "").replace("\\'", "");
    long quotes = code.chars().filter(c -> c == '\'').count();
    assertThat(quotes % 2).as("each quote has its end").isZero();
    shell(List.of(shell, "-n"), script);
  }

  @Test
  @DisplayName("Every command and every topic is in the scripts of all three shells")
  void words() {
    for (String script : List.of(Completion.bash(), Completion.zsh(), Completion.fish())) {
      OwnWords.COMMANDS.forEach(w -> assertThat(script).contains(w.name()));
      assertThat(script).contains(String.join(" ", Topic.names()));
    }
  }

  @Test
  @DisplayName("What is proposed as a value is accepted")
  void accepted() throws Exception {
    List<List<String>> lines = new ArrayList<>();
    for (String option : List.of("--order", "--on-crash", "--log-level", "--tools")) {
      for (String value : proposals("pitstop", option, "")) {
        lines.add(List.of(option, value, "--", "server"));
      }
    }
    assertThat(lines).hasSize(2 + 2 + 5 + 2 + OwnTools.WITH_ONE.size());
    for (List<String> line : lines) {
      assertThatCode(() -> Checks.of(Here.parse(line.toArray(String[]::new))))
          .as(line.toString())
          .doesNotThrowAnyException();
    }
  }

  @Test
  @DisplayName(
      "pitstop completion SHELL prints the script; anything else is a mistake that says how")
  void command() throws Exception {
    assertThat(Completion.script(List.of("bash"))).isEqualTo(Completion.bash());
    assertThat(Completion.script(List.of("zsh"))).isEqualTo(Completion.zsh());
    assertThat(Completion.script(List.of("fish"))).isEqualTo(Completion.fish());
    for (String line : List.of("", "tcsh", "bash zsh")) {
      List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" ", -1));
      assertThatThrownBy(() -> Completion.script(words))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("pitstop completion bash");
    }
  }
}
