package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.cli.help.Completion;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.session.tools.OwnTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

  /// What bash makes of the last of these words, if Pitstop answers with these lines.
  private List<String> bash(List<String> answer, String... words) throws Exception {
    String script =
        Completion.script(List.of("bash"))
            + "pitstop() { printf '%s\\n' "
            + quoted(answer)
            + "; }\nCOMP_WORDS=("
            + quoted(List.of(words))
            + ")\n"
            + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
            + "_pitstop\n"
            + "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    return shell(List.of("bash", "--norc", "--noprofile", "-s"), script).lines().toList();
  }

  private static String quoted(List<String> words) {
    return words.stream().map(w -> "'" + w + "'").collect(Collectors.joining(" "));
  }

  @Test
  @DisplayName("the value of a key that is written as an option is no command")
  void keysAsOptions() {
    assertThat(proposals("pitstop", "--hold-timeout", "2min", "--buil")).containsExactly("--build");
    assertThat(proposals("pitstop", "--hold")).as("not listed").isEmpty();
  }

  /// What a shell proposes of Pitstop's answer, besides what it knows itself.
  private static List<String> proposals(String... words) {
    List<String> all = List.of(words).subList(1, words.length);
    String last = all.getLast().equals("=") ? "" : all.getLast();
    return Completion.of(all).stream()
        .map(line -> line.split("\t", -1)[0])
        .filter(word -> word.startsWith(last) && (!word.startsWith(":") || word.equals(last)))
        .toList();
  }

  private static Set<String> options(List<Setting> rows) {
    Set<String> options = new TreeSet<>();
    rows.stream().filter(row -> !row.isSet()).forEach(row -> options.add(row.name()));
    return options;
  }

  /// Of a session: of the table, without what is for `doctor` alone.
  private static Set<String> options() {
    Set<String> options = options(SettingTable.rows());
    options.removeAll(Set.of("--as", "--json", "--baseline", "--update"));
    return options;
  }

  @Test
  @DisplayName("Every option is proposed, and none that is not in the table")
  void sessionOptions() {
    Set<String> expected = options();
    expected.add("--");
    assertThat(proposals("pitstop", "-")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(proposals("pitstop", "--name", "doctor", "--a")).isEmpty();
    assertThat(proposals("pitstop", "--cwd", "x", "--log"))
        .containsExactlyInAnyOrder("--log-level", "--log-file");
  }

  @Test
  @DisplayName("The options of doctor, install and uninstall are proposed behind these words")
  void ownOptions() {
    assertThat(proposals("pitstop", "doctor", "--"))
        .contains("--as", "--json", "--build", "--call-timeout")
        .doesNotContain("--log-level", "--replay");
    assertThat(proposals("pitstop", "doctor", "--as", "zed", "--j")).containsExactly("--json");
    assertThat(proposals("pitstop", "doctor", "node", "--as")).doesNotContain("--as");
    assertThat(proposals("pitstop", "install", "--"))
        .containsExactlyInAnyOrderElementsOf(options(Verb.INSTALL.rows()));
    assertThat(proposals("pitstop", "uninstall", "cursor", "--"))
        .containsExactlyInAnyOrder("--user", "--print", "--file", "--help");
    assertThat(proposals("pitstop", "demo", "--")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'pitstop doctor --as cl', 'claude-code claude-desktop cline'",
    "'pitstop doctor --as = z', zed",
    "'pitstop install cur', cursor",
    "'pitstop uninstall --user cod', codex",
    "'pitstop install cursor cur', ''",
    "'pitstop --set ho', 'holdTimeout= holdLimit='",
    "'pitstop call echo --set stop', stopTimeout=",
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
    "'pitstop replay --up', --update",
    "'pitstop call --unc', --unchecked",
    "'pitstop call echo a=1 --st', '--stderr --start'",
    "'pitstop --order=st', '--order=start-first --order=stop-first'",
    "'pitstop doctor --as=z', '--as=zed'",
    "'pitstop reload --session ', ''",
    "'pitstop stop x', ''",
    "'pitstop completion ', 'bash zsh fish'",
    "'pitstop completion z', zsh",
    "'pitstop completion bash ', ''",
    "'pitstop --name dem', ''",
    "'pitstop help opt', options",
    "'pitstop help ', 'options install doctor cli http many tools files uninstall demo ps logs"
        + " calls reload stop rerun ui call replay completion'",
    "'pitstop help install ', ''",
    "'pitstop --tools rec', recompile"
  })
  @DisplayName("Values are proposed where there is a choice, and nothing where there is none")
  void values(String line, String expected) {
    List<String> proposals = proposals(line.split(" ", -1));
    assertThat(proposals.stream().filter(p -> !p.isEmpty()))
        .containsExactlyInAnyOrder(expected.isEmpty() ? new String[0] : expected.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({
    "'pitstop --cwd x', :directories",
    "'pitstop --config x', :files",
    "'pitstop --bearer-env x', :variables",
    "'pitstop replay x', :files",
    "'pitstop -- x', ':command 1'",
    "'pitstop -- node x', ':command 1'",
    "'pitstop -- node --ord', ':command 1'",
    "'pitstop node --ord', ':command 0'",
    "'pitstop --name x node y', ':command 2'",
    "'pitstop cli -- x y', ':command 2'",
    "'pitstop doctor node --as', ':command 1'",
    "'pitstop call x a=1 -- node some', ':command 4'",
    "'pitstop ps -- x', ''",
  })
  @DisplayName("The shell is asked for what it knows better, and for the server's own command")
  void asked(String line, String expected) {
    List<String> words = List.of(line.split(" ", -1));
    List<String> lines = Completion.of(words.subList(1, words.size()));
    assertThat(lines.stream().filter(l -> l.startsWith(":")))
        .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
  }

  @Test
  @DisplayName("bash proposes words that fit, files with blanks in their names, and programs")
  void bashFiles() throws Exception {
    Files.createDirectory(directory.resolve("some dir"));
    Files.createFile(directory.resolve("some file"));
    assertThat(bash(List.of("--order\tthe order", "--on-crash\tx"), "pitstop", "--or"))
        .containsExactly("--order");
    assertThat(bash(List.of("a", "b"), "pitstop", "--x", "=")).containsExactly("a", "b");
    assertThat(bash(List.of(":directories"), "pitstop", "some")).containsExactly("some dir");
    assertThat(bash(List.of(":files"), "pitstop", "some"))
        .containsExactlyInAnyOrder("some dir", "some file");
    assertThat(bash(List.of(":programs"), "pitstop", "compge")).contains("compgen");
    assertThat(bash(List.of(":variables"), "pitstop", "BASHPI")).contains("BASHPID");
    assertThat(bash(List.of(":command 1"), "pitstop", "--", "compge")).contains("compgen");
    assertThat(bash(List.of(":command 1"), "pitstop", "--", "node", "some"))
        .containsExactlyInAnyOrder("some dir", "some file");
  }

  @Test
  @DisplayName("bash knows the function under both names that Pitstop is installed by")
  void bashNames() throws Exception {
    String said =
        shell(
            List.of("bash", "--norc", "--noprofile", "-s"),
            Completion.script(List.of("bash")) + "complete -p pitstop pitstop-mcp\n");
    assertThat(said.lines())
        .containsExactly("complete -F _pitstop pitstop", "complete -F _pitstop pitstop-mcp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  @DisplayName("Each shell can read its script")
  void readable(String shell) throws Exception {
    shell(List.of(shell, "-n"), Completion.script(List.of(shell)));
  }

  @Test
  @DisplayName("fish proposes what Pitstop answers, with what it means")
  void fish() throws Exception {
    String script =
        Completion.script(List.of("fish"))
            + "function pitstop; printf '%s\\n' '--order\tthe order' '--on-crash\tx'; end\n"
            + "complete -C 'pitstop --or'\n";
    assertThat(shell(List.of("fish", "--no-config"), script)).isEqualTo("--order\tthe order\n");
  }

  @Test
  @DisplayName("`pitstop __complete` prints it for the scripts")
  void printed() throws Exception {
    CommandLineRun r = CommandLineRun.of(directory, "__complete", "--log-level", "w");
    assertThat(r).isEqualTo(new CommandLineRun(0, "error\nwarn\ninfo\ndebug\noff\n", ""));
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
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertThat(CommandLineRun.of(directory, "completion", shell))
          .isEqualTo(new CommandLineRun(0, Completion.script(List.of(shell)), ""));
    }
    for (String line : List.of("", "tcsh", "bash zsh")) {
      List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" ", -1));
      assertThatThrownBy(() -> Completion.script(words))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("pitstop completion bash");
    }
  }
}
