package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.help.ToolsPage;
import dev.pitstop.cli.help.Topic;
import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.InstallTable;
import dev.pitstop.cli.options.MonitoringTable;
import dev.pitstop.cli.options.OptionGroup;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.OptionScopes;
import dev.pitstop.cli.options.OptionTable;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.install.Client;
import dev.pitstop.process.Given;
import dev.pitstop.session.tools.OwnTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("--help on one screen, and a page for each topic")
class HelpTest {
  @TempDir Path directory;

  private CommandLineRun run(String line) throws IOException {
    return CommandLineRun.of(directory, line.split(" ", -1));
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }

  @Test
  @DisplayName("--help has at most 24 lines of 80 columns")
  void oneScreen() {
    assertThat(Help.front().lines()).hasSizeLessThanOrEqualTo(24).allMatch(l -> l.length() <= 80);
    assertThat(Help.front()).endsWith("\n");
  }

  @Test
  @DisplayName("--help names four usages, every command, five options and every listed topic")
  void front() {
    String help = Help.front();
    assertThat(help)
        .contains("pitstop [OPTIONS] -- COMMAND", "http://", "pitstop cli", "--config FILE");
    String also = help.substring(help.indexOf("\n  Also: ") + 8, help.indexOf("\n\nOptions:"));
    List<String> named = List.of(also.strip().split(",\\s+", -1));
    OwnWords.COMMANDS.forEach(w ->
        assertThat(help.contains("\n  " + w.name() + " ")).isNotEqualTo(named.contains(w.name())));
    for (String option : List.of("build CMD", "watch GLOB", "cwd DIR", "env KEY", "order ORDER")) {
      assertThat(count(help, "\n  --" + option)).as(option).isOne();
    }
    for (Topic topic : Topic.values()) {
      assertThat(topic.isListed() || topic.isCommand()).isTrue();
    }
    Matcher m = Pattern.compile("help TOPIC +topics: (.*)").matcher(help);
    assertThat(m.find()).isTrue();
    for (String word : m.group(1).split(", ", -1)) {
      assertThat(Topic.of(word)).as(word).isPresent();
    }
    assertThat(m.group(1)).isEqualTo("options, install, doctor, cli, http, many, tools, files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help", "help help", "help --help", "--help -- install"})
  @DisplayName("--help, -h and help print the same, with exit code 0")
  void spellings(String line) throws IOException {
    assertThat(run(line)).isEqualTo(new CommandLineRun(0, Help.front(), ""));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A page has at most 80 columns, says how it is used, and is shown by its word")
  void pages(Topic topic) throws IOException {
    CommandLineRun shown = run("help " + topic.word());
    assertThat(shown).isEqualTo(new CommandLineRun(0, topic.text(), ""));
    assertThat(shown.out().lines()).allMatch(l -> l.length() <= 80, "at most 80 columns");
    assertThat(shown.out().lines()).allMatch(l -> l.equals(l.stripTrailing()));
    assertThat(shown.out()).endsWith("\n").doesNotContain("{options}", "{not}", "{clients}");
    assertThat(run("--help " + topic.word())).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "doctor --help,doctor",
    "doctor --as codex --help,doctor",
    "doctor help,doctor",
    "install --help,install",
    "install -h,install",
    "install help,install",
    "install codex --help,install",
    "uninstall --help,uninstall",
    "uninstall help,uninstall",
    "demo --help,demo",
    "demo -h,demo",
    "completion --help,completion",
    "ps --help,ps",
    "ps --json -h,ps",
    "logs -f --help,logs",
    "calls help,calls",
    "reload weather --help,reload",
    "stop -h,stop",
    "start --help,start",
    "rerun 3 --help,rerun",
    "call --help,call",
    "call echo a=1 -h,call",
    "call help,call",
    "tools --help,tools",
    "tools x --help -- node x,tools",
    "cli --help,cli",
    "cli -h,cli",
    "cli help,cli",
    "cli --parallel 2 --help,cli",
  })
  @DisplayName("COMMAND --help prints the page of the command")
  void commands(String line, String topic) throws IOException {
    String page = Topic.of(topic).orElseThrow().text();
    assertThat(run(line)).isEqualTo(new CommandLineRun(0, page, ""));
  }

  @Test
  @DisplayName("Every command has a page")
  void everyCommand() {
    for (OwnWords.Word word : OwnWords.COMMANDS) {
      if (!word.name().equals("help")) {
        assertThat(Topic.of(word.name()).filter(Topic::isCommand)).as(word.name()).isPresent();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "help optoins | there is no topic `optoins`; did you mean `pitstop help options`? Topics: options, install, doctor, cli, http, many, tools, files",
        "help zzzz | there is no topic `zzzz`. Topics: options, install, doctor, cli, http, many, tools, files",
        "help http tools | `pitstop help` takes one topic: options, install, doctor, cli, http, many, tools, files",
      })
  @DisplayName("An unknown topic: the nearest one and the list, exit code 2")
  void unknown(String line, String error) throws IOException {
    CommandLineRun r = run(line);
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.err().lines()).first().isEqualTo("pitstop: " + error);
  }

  @Test
  @DisplayName("A mistake points to the help of its command")
  void pointer() throws IOException {
    assertThat(run("install --nonsense").err()).contains("Try `pitstop install --help`.");
    assertThat(run("cli --nonsense").err()).contains("Try `pitstop cli --help`.");
    assertThat(run("--nonsense").err()).contains("Try `pitstop --help`.");
  }

  @Test
  @DisplayName("Every option is in one group, and once in `help options`")
  void options() {
    String page = Topic.OPTIONS.text();
    List<String> names = new ArrayList<>();
    for (OptionRow row : OptionTable.rows()) {
      names.add(row.name());
      assertThat(count(page, "\n  " + row.usage() + (row.isSwitch() ? " " : "")))
          .as(row.name())
          .isOne();
      assertThat(row.help()).as(row.name()).isNotEmpty().doesNotEndWith(".");
    }
    assertThat(names).doesNotHaveDuplicates();
    for (OptionGroup group : OptionGroup.values()) {
      boolean here =
          group != OptionGroup.INSTALL
              && group != OptionGroup.BESIDE
              && group != OptionGroup.CALL
              && group != OptionGroup.REPLAY;
      assertThat(page.contains("\n" + group.title() + ":\n")).as(group.title()).isEqualTo(here);
    }
    assertThat(page)
        .contains("[default: 90s]", "[default: 300ms, or 25s the first time]", "[default: 120s]")
        .contains("[default: 64MiB]", "[default: start-first]", "[default: respawn]");
  }

  @Test
  @DisplayName("The pages of install, doctor, cli, http and many show the options of their tables")
  void tables() {
    for (String verb : List.of("install", "uninstall")) {
      String page = Topic.of(verb).orElseThrow().text();
      for (OptionRow row : InstallTable.rows(verb)) {
        assertThat(count(page, "\n  " + row.usage() + " ")).as(row.name()).isOne();
        assertThat(row.group()).isEqualTo(OptionGroup.INSTALL);
      }
    }
    for (String command : MonitoringTable.COMMANDS) {
      String page = Topic.of(command).orElseThrow().text();
      for (OptionRow row : MonitoringTable.rows(command)) {
        assertThat(count(page, "\n  " + row.usage() + " ")).as(row.name()).isOne();
      }
    }
    for (String command : List.of("call", "tools")) {
      String text = Topic.of(command).orElseThrow().text();
      for (OptionRow row : CallTable.rows(command)) {
        assertThat(count(text, "\n  " + row.usage() + " ")).as(row.name()).isOne();
      }
    }
    shown(Topic.DOCTOR, OptionGroup.DOCTOR);
    shown(Topic.CLI, OptionGroup.CLI);
    shown(Topic.HTTP, OptionGroup.URL);
    shown(Topic.MANY, OptionGroup.MANY);
    for (OptionRow row : OptionScopes.ofDoctor()) {
      boolean here = row.group() != OptionGroup.HELP;
      assertThat(Topic.DOCTOR.text().contains("--" + row.name())).as(row.name()).isEqualTo(here);
    }
    assertThat(words(Topic.CLI))
        .contains("except --order, --on-crash, --replay and --drain-timeout");
    assertThat(words(Topic.HTTP))
        .contains("except --binary, --order, --on-crash and --stop-timeout");
    assertThat(words(Topic.MANY)).contains("--build-timeout and --call-timeout");
  }

  private static String words(Topic topic) {
    return topic.text().replace('\n', ' ');
  }

  private static void shown(Topic topic, OptionGroup group) {
    for (OptionRow row : OptionTable.rows()) {
      if (row.group() == group) {
        assertThat(topic.text()).contains("\n  " + row.usage());
      }
    }
  }

  @Test
  @DisplayName("The clients of --as are those that `doctor` knows")
  void clients() {
    String help = OptionTable.row("as").orElseThrow().help();
    String list = help.substring(help.indexOf(": ") + 2).replace(" or ", ", ");
    assertThat(list.split(", ", -1)).containsExactlyElementsOf(Client.ids());
  }

  @Test
  @DisplayName("`help tools` has a line for each of Pitstop's tools")
  void tools() {
    List<String> all = new ArrayList<>(OwnTools.WITH_ONE);
    all.addAll(OwnTools.WITH_MANY);
    for (String tool : all) {
      assertThat(ToolsPage.what(tool)).as(tool).isNotEmpty();
      assertThat(Topic.TOOLS.text()).contains("\n  " + tool + " ");
    }
  }

  @Test
  @DisplayName("The files on the pages are what Pitstop reads")
  void examples() throws Exception {
    String many = Topic.MANY.text();
    Path file =
        Files.writeString(
            directory.resolve("pitstop.json"),
            many.substring(many.indexOf("  {\"mcpServers"), many.indexOf("}}}") + 3));
    ConfigFile read = ConfigFile.read(file, Given.HERE::variable);
    assertThat(read.problems()).isEmpty();
    assertThat(read.warnings()).isEmpty();
    String cli = Topic.CLI.text();
    CliSchema schema =
        CliSchema.read(
            cli.substring(cli.indexOf("  {\"tools"), cli.indexOf("]}]}") + 4)
                .getBytes(StandardCharsets.UTF_8));
    assertThat(schema.problems()).isEmpty();
    assertThat(schema.tools()).hasSize(1);
  }

  @Test
  @DisplayName("--version, -V and version print the version")
  void version() throws IOException {
    CommandLineRun r = run("--version");
    assertThat(r.out()).startsWith("pitstop ").endsWith("\n");
    assertThat(r.code()).isZero();
    assertThat(run("-V")).isEqualTo(r);
    assertThat(run("version")).isEqualTo(r);
  }
}
