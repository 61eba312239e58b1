package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("what search_tools shows of them")
class ToolPageTest {
  private static Catalog catalog(int count, int parameterLength) {
    String[] all = new String[count];
    for (int i = 0; i < count; i++) {
      String schema = object("\"p\":{\"description\":\"" + "x".repeat(parameterLength) + "\"}");
      all[i] = tool("tool_" + i, "Does " + i + "\\nsecond line", schema);
    }
    return tools(all);
  }

  private static ToolPage page(Catalog catalog, Optional<String> query) {
    return ToolPage.of(catalog, query, "The server has");
  }

  @Test
  @DisplayName("few tools: all with their schemas, and no advice")
  void few() {
    ToolPage page = page(catalog(3, 9), Optional.empty());
    assertThat(page.text())
        .contains("`tool_0` Does 0\nsecond line\n  input: {", "xxxxxxxxx", "`tool_2`")
        .endsWith("The server has 3 tools.");
    assertThat(page.matched()).isEqualTo(3);
  }

  @Test
  @DisplayName("many tools: the first five with their schemas, the others on a line each")
  void many() {
    ToolPage page = page(catalog(40, 9), Optional.empty());
    assertThat(page.text().split("input: ", -1)).hasSize(6);
    assertThat(page.text())
        .contains(
            "\n`tool_39`: Does 39\n",
            " Only the first 5 are shown with their schemas; `query` narrows the list.");
  }

  @Test
  @Tag("slow")
  @DisplayName("a result has a size limit, whatever the server has")
  void size() {
    ToolPage page = page(catalog(3_000, 6_000), Optional.empty());
    assertThat(page.text().length()).isLessThan(ToolPage.MOST_FULL + ToolPage.MOST_SHORT + 3_000);
    assertThat(page.text()).contains("The server has 3000 tools.", "more are not shown");
  }

  @Test
  @DisplayName("the best match is shown with its schema however long, up to a bound")
  void oneLong() {
    assertThat(page(catalog(9, 40_000), Optional.of("tool_7")).text())
        .contains("`tool_7` Does 7\nsecond line\n  input: {");
    ToolPage beyond = page(catalog(9, 100_000), Optional.of("tool_7"));
    assertThat(beyond.text()).startsWith("`tool_7`: Does 7\n");
    assertThat(beyond.text().length()).isLessThan(5_000);
  }

  @Test
  @DisplayName("of long ones it says for how many the schema is shown")
  void fewerInFull() {
    assertThat(page(catalog(9, 6_000), Optional.empty()).text())
        .endsWith("Only the first 2 are shown with their schemas; `query` narrows the list.");
    assertThat(page(catalog(9, 40_000), Optional.empty()).text())
        .endsWith("Only the first is shown with its schema; `query` narrows the list.");
  }

  @Test
  @DisplayName("nothing matches: the names of all, since one of them may be meant")
  void none() {
    ToolPage page = page(catalog(3, 9), Optional.of("zzz"));
    assertThat(page.text())
        .startsWith("No tool matches. All tools:\n`tool_0`: Does 0\n")
        .contains("`tool_2`", "The server has 3 tools.");
    assertThat(page.matched()).isZero();
    assertThat(page(tools(), Optional.of("zzz")).text()).isEqualTo("The server has 0 tools.");
  }

  @Test
  @DisplayName("of some matches it says how many there are")
  void counts() {
    assertThat(page(catalog(30, 9), Optional.of("does 17")).text())
        .startsWith("`tool_17`")
        .contains("The server has 30 tools.");
    assertThat(page(catalog(30, 9), Optional.of("17")).text())
        .startsWith("`tool_17`")
        .contains("The server has 30 tools, 1 of them matches.");
  }
}
