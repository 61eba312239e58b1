package dev.pitstop.catalog;

import static dev.pitstop.catalog.Fixtures.catalog;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("the difference of prompts, resources and templates")
class PromptAndResourceDiffTest {

  static Stream<Arguments> pairs() {
    return Stream.of(
        row(
            Kind.PROMPTS,
            "{'name':'p','arguments':[{'name':'a'}]}",
            "{'name':'p','arguments':[{'name':'a','required':true}],'_meta':{}}",
            "~ prompt `p`: `_meta` added; `arguments` changed"),
        row(
            Kind.PROMPTS,
            "{'name':'p'}",
            "{'name':'p','arguments':[{'name':'a'}]}",
            "~ prompt `p`: `arguments` added"),
        row(
            Kind.RESOURCES,
            "{'uri':'file:///a','name':'a','mimeType':'text/plain'}",
            "{'uri':'file:///a','name':'b c','mimeType':'text/html','description':'New.','size':2}",
            "~ resource `file:///a`: description added: \"New.\";"
                + " `mimeType` \"text/plain\" → \"text/html\"; `name` \"a\" → \"b c\"; `size` none → 2"),
        row(
            Kind.TEMPLATES,
            "{'uriTemplate':'db://{t}','description':'One'}",
            "{'uriTemplate':'db://{t}'}",
            "~ resource template `db://{t}`: description removed"));
  }

  private static Arguments row(Kind kind, String before, String after, String expected) {
    return Arguments.of(kind, before.replace('\'', '"'), after.replace('\'', '"'), expected);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void changed(Kind kind, String before, String after, String expected) {
    Diff diff = Diff.between(catalog(kind, before), catalog(kind, after));

    assertThat(diff.text(25).lines()).containsExactly(kind.plural() + ": 1 changed", expected);
  }

  @ParameterizedTest(name = "a change in {0} touches no other kind")
  @EnumSource
  void touches(Kind kind) {
    String entry = "{\"%s\":\"x\"}".formatted(kind.keyMember());
    Diff added = Diff.between(Catalog.empty(), catalog(kind, entry));

    for (Kind other : Kind.values()) {
      assertThat(added.changes().stream().anyMatch(c -> c.kind() == other))
          .isEqualTo(other == kind);
    }
    assertThat(added.text(25)).endsWith("+ " + kind.noun() + " `x`");
  }

  @Test
  void everyKindInTheCounts() {
    Catalog before =
        catalog(Kind.PROMPTS, "{\"name\":\"p\"}")
            .with(
                Kind.RESOURCES,
                Listing.parse(Kind.RESOURCES, List.of("{\"resources\":[{\"uri\":\"u\"}]}"))
                    .entries());

    assertThat(Diff.between(before, Catalog.empty()).text(25))
        .isEqualTo(
            """
            prompts: 1 removed; resources: 1 removed
            - prompt `p` removed
            - resource `u` removed\
            """);
  }
}
