package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.pages.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/reference.md and --help have the same options")
class OptionsPageTest {
  private static final Pattern ROW = Pattern.compile("^\\| `(--[^`]+)` \\|([^|]*)\\| (.+) \\|$");

  /// The options of each section with their defaults.
  private static Map<String, List<String>> onPage() {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    String section = "";
    for (String line : Page.read(Path.of("docs/reference.md")).prose()) {
      Matcher row = ROW.matcher(line);
      if (line.startsWith("### ")) {
        section = line.substring(4).replace("`", "");
      } else if (row.matches()) {
        sections
            .computeIfAbsent(section, s -> new ArrayList<>())
            .add(line(row.group(1), row.group(2)));
      }
    }
    return sections;
  }

  private static Map<String, List<String>> inTables() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    Stream.of(
            SettingTable.rows().stream(),
            Verb.INSTALL.rows().stream(),
            Verb.UNINSTALL.rows().stream(),
            Verb.CALLS.rows().stream(),
            Verb.LOGS.rows().stream())
        .flatMap(rows -> rows)
        .forEach(row -> {
          List<String> group =
              groups.computeIfAbsent(row.group().title(), title -> new ArrayList<>());
          String line = line(row.usage(), row.usual());
          if (!group.contains(line)) {
            group.add(line);
          }
        });
    return groups;
  }

  private static String line(String usage, String defaultValue) {
    String plain = defaultValue.replace("`", "").strip();
    return usage + " [" + (plain.equals("none") ? "" : plain) + "]";
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
  @DisplayName("in the same groups, with the same defaults")
  void same() {
    Map<String, List<String>> page = onPage();
    Map<String, List<String>> tables = inTables();
    assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(tables.keySet());
    tables.forEach((group, options) ->
        assertThat(page.get(group)).as(group).containsExactlyInAnyOrderElementsOf(options));
  }
}
