package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.config.Fits;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingGroup;
import dev.pitstop.config.SettingTable;
import dev.pitstop.install.Client;
import dev.pitstop.process.Given;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
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
    for (Verb verb : Verb.values()) {
      boolean line =
          verb == Verb.HELP
              || help.contains("\n  %-12s  %s\n".formatted(verb.word(), verb.summary()));
      assertThat(named.contains(verb.word())).as(verb.word()).isNotEqualTo(line);
    }
    for (String option : List.of("build", "watch", "cwd", "env", "order")) {
      Setting row = SettingTable.option(option).orElseThrow();
      assertThat(help).containsOnlyOnce("\n  %-17s  %s\n".formatted(row.usage(), row.help()));
    }
    Matcher m = Pattern.compile("help TOPIC +topics: (.*)").matcher(help);
    assertThat(m.find()).isTrue();
    for (String word : m.group(1).split(", ", -1)) {
      assertThat(Help.topics()).contains(word);
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
  @MethodSource("dev.pitstop.cli.help.Help#topics")
  @DisplayName("A page has at most 80 columns, says how it is used, and is shown by its word")
  void pages(String topic) throws IOException {
    CommandLineRun shown = run("help " + topic);
    assertThat(shown).isEqualTo(new CommandLineRun(0, Help.page(topic), ""));
    assertThat(shown.out().lines()).allMatch(l -> l.length() <= 80, "at most 80 columns");
    assertThat(shown.out().lines()).allMatch(l -> l.equals(l.stripTrailing()));
    assertThat(shown.out()).endsWith("\n").doesNotContain("{options}");
    assertThat(run("--help " + topic)).isEqualTo(shown);
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
    "rerun 3 --help,rerun",
    "call --help,call",
    "call help,call",
    "cli --help,cli",
    "cli -h,cli",
    "cli help,cli",
    "cli --set parallel=2 --help,cli",
  })
  @DisplayName("COMMAND --help prints the page of the command")
  void commands(String line, String topic) throws IOException {
    String page = Help.page(topic);
    assertThat(run(line)).isEqualTo(new CommandLineRun(0, page, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "help optoins | there is no topic `optoins`; did you mean `pitstop help options`? Topics:"
            + " options, install, doctor, cli, http, many, tools, files",
        "help zzzz | there is no topic `zzzz`. Topics: options, install, doctor, cli, http, many,"
            + " tools, files",
        "help http tools | `pitstop help` takes one topic: options, install, doctor, cli, http,"
            + " many, tools, files",
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
    String page = Help.page("options");
    List<String> names = new ArrayList<>();
    for (Setting row : SettingTable.rows()) {
      names.add(row.option());
      assertThat(count(page, "\n  " + row.usage() + (row.isSwitch() && !row.isSet() ? " " : "")))
          .as(row.option())
          .isOne();
      assertThat(row.help()).as(row.option()).isNotEmpty().doesNotEndWith(".");
    }
    assertThat(names).doesNotHaveDuplicates();
    for (SettingGroup group : SettingGroup.values()) {
      boolean here =
          group != SettingGroup.ENTRY
              && group != SettingGroup.INSTALL
              && group != SettingGroup.BESIDE
              && group != SettingGroup.CALL
              && group != SettingGroup.REPLAY;
      assertThat(page.contains("\n" + group.title() + ":\n")).as(group.title()).isEqualTo(here);
    }
    assertThat(page)
        .contains("[default: 90s]", "[default: 300ms, or 25s the first time]", "[default: 120s]")
        .contains("[default: 64MiB]", "[default: start-first]", "[default: respawn]");
  }

  @Test
  @DisplayName("The pages of install, doctor, cli, http and many show the options of their tables")
  void tables() {
    for (Verb verb : Verb.values()) {
      for (Setting row : verb.rows()) {
        assertThat(count(Help.page(verb.word()), "\n  " + row.usage() + " "))
            .as(row.option())
            .isOne();
      }
    }
    shown("doctor", SettingGroup.DOCTOR);
    shown("cli", SettingGroup.CLI_KEYS);
    shown("http", SettingGroup.URL);
    shown("many", SettingGroup.MANY);
    for (Verb verb : List.of(Verb.DOCTOR, Verb.CALL)) {
      assertThat(words(verb.word()).replaceAll(" +", " "))
          .contains(
              verb.ofServer().stream()
                  .map(Setting::name)
                  .collect(
                      Collectors.joining(" ", " (see `pitstop help options`): ", " Examples:")));
    }
    assertThat(words("cli")).contains(" except " + otherThan(Fits.CLI) + ".");
    assertThat(words("http")).contains(" except " + otherThan(Fits.URL) + ".");
  }

  private static String otherThan(Fits kind) {
    return Words.listed(
        SettingTable.rows().stream()
            .filter(r -> r.fits().contains(Fits.PROGRAM) && !r.fits().contains(kind))
            .map(Setting::name)
            .toList(),
        "and");
  }

  private static String words(String topic) {
    return Help.page(topic).replace('\n', ' ');
  }

  private static void shown(String topic, SettingGroup group) {
    for (Setting row : SettingTable.rows()) {
      if (row.group() == group) {
        assertThat(Help.page(topic)).contains("\n  " + row.usage());
      }
    }
  }

  @Test
  @DisplayName("The clients of --as are those that `doctor` knows")
  void clients() {
    for (String topic : List.of("doctor", "install", "uninstall")) {
      String page = Help.page(topic);
      String list = page.substring(page.indexOf("\nCLIENT: ") + 9, page.indexOf("\n\nOptions:"));
      assertThat(list.split("\\s+", -1)).containsExactlyElementsOf(Client.ids());
    }
    assertThat(SettingTable.option("as").map(Setting::choices)).contains(Client.ids());
  }

  @Test
  @DisplayName("`help tools` has a line for each of Pitstop's tools")
  void tools() {
    List<String> all = new ArrayList<>(OwnTools.WITH_ONE);
    all.addAll(OwnTools.WITH_MANY);
    for (String tool : all) {
      assertThat(Help.page("tools")).contains("\n  " + tool + " ");
    }
  }

  @Test
  @DisplayName("The files on the pages are what Pitstop reads")
  void examples() throws Exception {
    String many = Help.page("many");
    Path file =
        Files.writeString(
            directory.resolve("pitstop.json"),
            many.substring(many.indexOf("  {\"mcpServers"), many.indexOf("}}}") + 3));
    ConfigFile read = ConfigFile.read(file, Given.HERE::variable, Path::of);
    assertThat(read.problems()).isEmpty();
    assertThat(read.warnings()).isEmpty();
    String cli = Help.page("cli");
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
