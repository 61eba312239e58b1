package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.object;
import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the words and the JSON of a difference")
class DiffTextTest {
  private static final Diff TWENTY_ADDED = Diff.between(Catalog.empty(), numbered(20, "{}"));

  @Test
  void tooManyLinesAreCounted() {
    String text = TWENTY_ADDED.text(5);

    assertThat(text.lines())
        .containsExactly(
            "tools: 20 added",
            "+ tool `t00`: d",
            "+ tool `t01`: d",
            "+ tool `t02`: d",
            "… and 17 more, tools: 17 added");
  }

  @Test
  void smallestLimits() {
    assertThat(TWENTY_ADDED.text(2)).isEqualTo("tools: 20 added\n… and 20 more, tools: 20 added");
    assertThat(TWENTY_ADDED.text(1)).isEqualTo("tools: 20 added");
    assertThat(TWENTY_ADDED.text(0)).isEmpty();
    assertThat(TWENTY_ADDED.text(21).lines()).hasSize(21);
    assertThat(Diff.empty().text(25)).isEmpty();
  }

  @Test
  void namesCannotBreakOutOfTheirLine() {
    String odd = "a\\nb`c\\u001b[31m\\u202e\\u200b";
    Diff diff = Diff.between(Catalog.empty(), tools(tool(odd, "x\\n- tool `y` removed", "{}")));

    assertThat(diff.text(25).lines())
        .containsExactly("tools: 1 added", "+ tool `a\\u{a}b\\`c\\u{1b}[31m\\u{202e}\\u{200b}`: x");
  }

  @Test
  void newDescriptionStaysOnItsLine() {
    Diff diff =
        Diff.between(
            tools(tool("t", "old", "{}")), tools(tool("t", "new\\n\\n- tool\\u2028x", "{}")));

    assertThat(diff.text(25)).endsWith("~ tool `t`: description changed: \"new - tool x\"");
  }

  @Test
  @DisplayName("F: a 120-character name is shown whole, a longer than legal one is cut")
  void longNames() {
    String legal = "n".repeat(120);
    String tooLong = "n".repeat(500) + "_end";

    assertThat(Diff.between(Catalog.empty(), tools(tool(legal, "d", "{}"))).text(9))
        .endsWith("+ tool `" + legal + "`: d");
    assertThat(Diff.between(Catalog.empty(), tools(tool(tooLong, "d", "{}"))).text(9))
        .endsWith("n…`: d")
        .hasSizeLessThan(200);
  }

  @Test
  void manyDetailsOfOneToolAreCounted() {
    StringBuilder properties = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      properties.append(i == 0 ? "" : ",").append("\"parameter").append(i).append("\":{}");
    }
    Diff diff =
        Diff.between(
            tools(tool("t", "d", object("")), tool("u", "d", object(properties.toString()))),
            tools(tool("t", "d", object(properties.toString())), tool("u", "d", object(""))));

    assertThat(diff.text(25).lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(500));
    assertThat(diff.text(25)).containsPattern("; and \\d+ more");
  }

  @Test
  void jsonNamesWhatChangedAndWhere() {
    Diff diff =
        Diff.between(
            tools(
                tool("add", "d", object("\"a\":{\"type\":\"string\"}")),
                tool("old_one", "same words", "{}")),
            tools(
                tool("add", "d", object("\"a\":{\"type\":\"string\"}", "a")),
                tool("one", "same words", "{}")));

    assertThat(diff.json(25).toString())
        .isEqualTo(
            """
            {"breaking":true,"changes":[\
            "- tool `old_one` removed (likely renamed to `one`)",\
            "! tool `add`: parameter `a` now required",\
            "+ tool `one`: same words"],"omitted":0}\
            """);
  }

  @Test
  void jsonWithALimit() {
    JsonObject json = TWENTY_ADDED.json(3);

    assertThat(json.get("changes"))
        .isInstanceOfSatisfying(JsonArray.class, a -> assertThat(a).hasSize(3));
    assertThat(json.get("omitted").getAsInt()).isEqualTo(17);
  }

  @Test
  @DisplayName("F: 500 tools, all renamed, all changed, all removed")
  void fiveHundredTools() {
    String schema = object("\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}");
    Catalog before = numbered(500, schema);
    Catalog after = numbered(500, object("\"a\":{\"type\":\"integer\"}"));
    Catalog other =
        tools(
            IntStream.range(0, 500)
                .mapToObj(i -> tool("other" + i, "d", schema))
                .toArray(String[]::new));

    assertThat(Diff.between(before, after).text(25).lines())
        .hasSize(25)
        .startsWith("tools: 500 changed")
        .endsWith("… and 477 more, tools: 477 changed");
    assertThat(Diff.between(before, other).text(25)).startsWith("tools: 500 removed, 500 added\n");
    assertThat(Diff.between(before, Catalog.empty()).changes()).hasSize(500);
  }

  private static Catalog numbered(int count, String schema) {
    return tools(
        IntStream.range(0, count)
            .mapToObj(i -> tool("t%02d".formatted(i), "d", schema))
            .toArray(String[]::new));
  }
}
