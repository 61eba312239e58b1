package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.tool;
import static dev.pitstop.catalog.Fixtures.tools;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Each of these would take years, or the whole stack, if references were followed without a bound.
@DisplayName("small schemas that unfold without end are compared in bounded work")
class HostileSchemaTest {

  static Stream<Arguments> schemas() {
    return Stream.of(
        Arguments.of("allOf of itself", "{%s,\"allOf\":[" + times(12, "{\"$ref\":\"#\"}") + "]}"),
        Arguments.of("anyOf of itself", "{\"anyOf\":[" + times(40, "{\"$ref\":\"#\",%s}") + "]}"),
        Arguments.of(
            "doubling chain of definitions",
            "{%s,\"properties\":{\"p\":{\"$ref\":\"#/$defs/d0\"}},\"$defs\":{"
                + String.join(
                    ",",
                    IntStream.range(0, 60)
                        .mapToObj(i ->
                            "\"d%d\":{\"properties\":{\"l\":{\"$ref\":\"#/$defs/d%d\"},"
                                    .formatted(i, i + 1)
                                + "\"r\":{\"$ref\":\"#/$defs/d%d\"}}}".formatted(i + 1))
                        .toList())
                + ",\"d60\":{%s}}}"),
        Arguments.of(
            "doubling inside a keyword not understood",
            "{\"not\":{\"$ref\":\"#/$defs/d0\"},\"$defs\":{"
                + String.join(
                    ",",
                    IntStream.range(0, 60)
                        .mapToObj(i ->
                            "\"d%d\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]"
                                .formatted(i, i + 1, i + 1))
                        .toList())
                + ",\"d60\":{%s}},%s}"),
        Arguments.of(
            "two references that call each other",
            "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},"
                + "\"b\":{\"$ref\":\"#/$defs/a\",%s}}}"),
        Arguments.of("deep", "{\"properties\":{\"a\":".repeat(50) + "{%s}" + "}}".repeat(50)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("schemas")
  void ends(String name, String template) {
    Catalog before = tools(tool("t", name, template.replace("%s", "\"type\":\"object\"")));
    Catalog after = tools(tool("t", name, template.replace("%s", "\"type\":\"string\"")));

    String text = Diff.between(before, after).text(25);

    assertThat(text.lines()).hasSize(2);
    assertThat(text.length()).isLessThan(1_000);
  }

  @Test
  @Tag("slow")
  @DisplayName("5,000 tools against 5,000, each changed, are compared in full")
  void manyTools() {
    String[] before = new String[5_000];
    String[] after = new String[5_000];
    for (int i = 0; i < before.length; i++) {
      String many = "";
      for (int p = 0; p < 8; p++) {
        many += ",\"p" + p + "\":{\"type\":\"string\",\"description\":\"What it is\"}";
      }
      before[i] = tool("t" + i, "Does " + i, Fixtures.object("\"old_name\":{}" + many));
      after[i] = tool("t" + i, "Does " + i, Fixtures.object("\"oldName\":{}" + many, "p1"));
    }
    Diff diff = Diff.between(tools(before), tools(after));

    assertThat(diff.changes()).hasSize(5_000);
    assertThat(diff.text(2)).startsWith("tools: 5000 changed\n");
  }

  private static String times(int count, String text) {
    return String.join(",", Collections.nCopies(count, text));
  }
}
