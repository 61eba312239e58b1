package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// With `-Dpitstop.pages=write`, the rows are written into the page instead. What a row has after
/// the help's phrase and a full stop is the page's own, and stays; so do the backquotes around a
/// default.
@DisplayName("docs/reference.md and --help have the same options")
class OptionsPageTest {
  private static final boolean WRITE = System.getProperty("pitstop.pages", "").equals("write");
  private static final Path PAGE = Path.of("docs/reference.md");
  private static final Pattern ROW = Pattern.compile("^\\| `(--[^`]+)` \\|([^|]*)\\| (.+) \\|$");

  /// A row of the page.
  private record Row(String usage, String usual, String help, String more) {
    static Optional<Row> of(String line) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        return Optional.empty();
      }
      String[] meaning = row.group(3).split("\\. ", 2);
      String more = meaning.length > 1 ? ". " + meaning[1] : "";
      return Optional.of(new Row(row.group(1), row.group(2).strip(), meaning[0], more));
    }

    static Row of(Setting setting) {
      return new Row(setting.usage(), setting.usual(), setting.help(), "");
    }

    /// What the table and the page have both.
    String common() {
      return usage + " [" + plainUsual() + "] " + help;
    }

    String plainUsual() {
      String plain = usual.replace("`", "");
      return plain.equals("none") ? "" : plain;
    }

    /// This row of a table, with what the page has beyond it.
    String line(Optional<Row> onPage) {
      String kept =
          onPage.filter(r -> r.plainUsual().equals(plainUsual())).map(Row::usual).orElse(usual);
      String cell = kept.isEmpty() ? "" : kept + " ";
      String meaning = help + onPage.map(Row::more).orElse("");
      return "| `" + usage + "` | " + cell + "| " + meaning + " |";
    }
  }

  private static String title(String heading) {
    return heading.replaceFirst("^#+ ", "").replace("`", "");
  }

  /// The rows of each section.
  private static Map<String, List<Row>> onPage() {
    Map<String, List<Row>> sections = new LinkedHashMap<>();
    String section = "";
    for (String line : Page.read(PAGE).prose()) {
      if (line.startsWith("#")) {
        section = title(line);
      }
      List<Row> rows = sections.computeIfAbsent(section, s -> new ArrayList<>());
      Row.of(line).ifPresent(rows::add);
    }
    sections.values().removeIf(List::isEmpty);
    return sections;
  }

  private static Map<String, List<Row>> inTables() {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    Stream.concat(
            SettingTable.rows().stream(),
            Stream.of(Verb.values())
                .flatMap(verb -> verb.rows().stream())
                .filter(row -> !row.name().equals("--help"))) // it stands there once
        .forEach(setting -> {
          List<Row> group =
              groups.computeIfAbsent(setting.group().title(), title -> new ArrayList<>());
          Row row = Row.of(setting);
          if (!group.contains(row)) {
            group.add(row);
          }
        });
    return groups;
  }

  @Test
  @DisplayName("All commands together have at most 40 names of options")
  void few() {
    Stream<Setting> ofCommands = Stream.of(Verb.values()).flatMap(verb -> verb.rows().stream());
    assertThat(
            Stream.concat(SettingTable.rows().stream(), ofCommands)
                .filter(row -> !row.isSet())
                .map(Setting::name)
                .distinct())
        .hasSizeLessThanOrEqualTo(40);
  }

  @Test
  @DisplayName("in the same groups, with the same defaults and the same words")
  void same() throws IOException {
    if (WRITE) {
      write();
    }
    Map<String, List<Row>> page = onPage();
    Map<String, List<Row>> tables = inTables();
    assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(tables.keySet());
    tables.forEach((group, rows) ->
        assertThat(page.get(group))
            .as(group)
            .extracting(Row::common)
            .containsExactlyElementsOf(rows.stream().map(Row::common).toList()));
  }

  /// Replaces the rows of each table.
  private static void write() throws IOException {
    Map<String, List<Row>> tables = inTables();
    Map<String, List<Row>> old = onPage();
    List<String> lines = new ArrayList<>();
    String section = "";
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("#")) {
        section = title(line);
      }
      List<Row> rows = tables.getOrDefault(section, List.of());
      if (rows.isEmpty() || Row.of(line).isEmpty()) {
        lines.add(line);
      }
      if (line.equals("|---|---|---|")) {
        List<Row> before = old.getOrDefault(section, List.of());
        rows.forEach(row -> lines.add(row.line(same(row, before))));
      }
    }
    Files.write(PAGE, lines);
  }

  /// The row of the same option; of two with its name the one with its default.
  private static Optional<Row> same(Row row, List<Row> among) {
    List<Row> named = among.stream().filter(r -> r.usage().equals(row.usage())).toList();
    return named.stream()
        .filter(r -> r.plainUsual().equals(row.plainUsual()))
        .findFirst()
        .or(() -> named.stream().findFirst());
  }
}
