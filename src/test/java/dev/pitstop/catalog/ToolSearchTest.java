package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A5: search among the present tools")
class ToolSearchTest {
  private static final Catalog CATALOG =
      tools(
          tool("write_file", "Writes text", object("\"path\":{}")),
          tool("open", "Opens a file in the editor", object("")),
          tool("file", "Tells what a file is", object("")),
          tool("read_file", "Reads text", object("\"path\":{},\"encoding\":{}")),
          tool("weather", "Tells the weather", "true"));

  private static List<String> find(String query, int limit) {
    return ToolSearch.find(CATALOG, Optional.of(query), limit).stream().map(Entry::key).toList();
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "file, file write_file read_file open",
    "FILE READ, read_file",
    "read_file, read_file",
    "file editor, open",
    "encoding, read_file",
    "tells, file weather",
    "raed_file, read_file",
    "wether, weather",
    "writing text to a disk, ''",
    "forecast weather, weather",
    "zzz, ''"
  })
  void bestFirst(String query, String expected) {
    assertThat(String.join(" ", find(query, 9))).isEqualTo(expected);
  }

  @Test
  void withoutAQueryAllInTheServersOrder() {
    assertThat(ToolSearch.find(CATALOG, Optional.empty(), 9))
        .isEqualTo(CATALOG.entries(Kind.TOOLS));
    assertThat(find("  ", 2)).containsExactly("write_file", "open");
  }

  @Test
  void withinTheLimit() {
    assertThat(find("file", 2)).containsExactly("file", "write_file");
    assertThat(find("file", 0)).isEmpty();
  }

  @Test
  @DisplayName("F: a duplicate name is found once")
  void duplicates() {
    Catalog catalog = tools(tool("a", "first", "{}"), tool("a", "second", "{}"));

    assertThat(ToolSearch.find(catalog, Optional.of("a"), 9))
        .singleElement()
        .returns(Optional.of("first"), Entry::description);
  }
}
