package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("list results as servers send them")
class ListingTest {

  private static String tools(String... entries) {
    return "{\"tools\":[" + String.join(",", entries) + "]}";
  }

  private static Catalog catalog(String result) {
    return Catalog.empty().with(Kind.TOOLS, Listing.parse(Kind.TOOLS, List.of(result)).entries());
  }

  @Test
  @DisplayName("three pages; order is the server's")
  void threePages() {
    String one = "{\"tools\":[{\"name\":\"z\"}],\"nextCursor\":\"1\"}";
    String two = "{\"tools\":[{\"name\":\"a\"},{\"name\":\"m\"}],\"nextCursor\":\"2\"}";
    String three = "{\"tools\":[]}";

    Listing listing = Listing.parse(Kind.TOOLS, List.of(one, two, three));

    assertThat(listing.entries()).extracting(Entry::key).containsExactly("z", "a", "m");
    assertThat(listing.readable()).isTrue();
  }

  @Test
  @DisplayName("duplicate names, also on two pages: the first counts")
  void duplicates() {
    String page = tools("{\"name\":\"t\",\"title\":\"1\"}", "{\"name\":\"t\",\"title\":\"2\"}");

    Listing listing = Listing.parse(Kind.TOOLS, List.of(page, page));

    Catalog catalog = Catalog.empty().with(Kind.TOOLS, listing.entries());
    assertThat(catalog.tool("t").flatMap(Entry::title)).contains("1");
  }

  @Test
  @DisplayName("an entry without a usable name is left out")
  void oddEntries() {
    Listing listing =
        Listing.parse(
            Kind.TOOLS,
            List.of(
                tools("{}", "7", "null", "{\"name\":1}", "{\"name\":\"\"}", "{\"name\":\"t\"}")));

    assertThat(listing.entries()).extracting(Entry::key).containsExactly("t");
    assertThat(listing.readable()).isTrue();
  }

  @ParameterizedTest(name = "no list in {0}")
  @ValueSource(strings = {"", "{", "7", "null", "{}", "{\"tools\":{}}", "{\"prompts\":[]}"})
  void noList(String text) {
    boolean absent = text.equals("{}") || text.startsWith("{\"prompts");
    assertThat(Listing.parse(Kind.TOOLS, List.of(text))).isEqualTo(new Listing(List.of(), absent));
  }

  @Test
  void endlessNestingIsNoList() {
    String deep = tools("{\"name\":\"t\",\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");

    assertThat(Listing.parse(Kind.TOOLS, List.of(deep)).readable()).isFalse();
  }

  @ParameterizedTest(name = "schema {0}")
  @ValueSource(
      strings = {
        "{}",
        "true",
        "false",
        "null",
        "[]",
        "\"x\"",
        "{\"anyOf\":[{},true,7]}",
        "{\"$ref\":\"#/$defs/x\"}",
        "{\"$ref\":\"#\"}",
        "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
        "{\"properties\":[],\"required\":{},\"enum\":7,\"type\":[null],\"items\":[]}"
      })
  void oddSchemasAreServedAndCompared(String schema) {
    Catalog odd = catalog(tools("{\"name\":\"t\",\"inputSchema\":" + schema + "}"));
    Catalog plain =
        catalog(
            tools(
                "{\"name\":\"t\",\"inputSchema\":"
                    + "{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\"]}}"));

    assertThat(odd.tool("t")).isPresent();
    assertThat(Diff.between(odd, plain).changes())
        .extracting(EntryChange::kind)
        .contains(Kind.TOOLS);
    assertThat(Diff.between(plain, odd).changes())
        .extracting(EntryChange::kind)
        .contains(Kind.TOOLS);
    assertThat(Diff.between(odd, odd).isEmpty()).isTrue();
  }

  @Test
  @DisplayName("Unicode names and no description")
  void unicode() {
    Catalog catalog = catalog(tools("{\"name\":\"größe_測定_🔧\"}"));

    assertThat(catalog.tool("größe_測定_🔧").flatMap(Entry::description)).isEmpty();
    assertThat(Diff.between(Catalog.empty(), catalog).text(9)).endsWith("+ tool `größe_測定_🔧`");
  }

  @Test
  @DisplayName("only a literal true is a promise")
  void hints() {
    Catalog catalog =
        catalog(
            tools(
                "{\"name\":\"a\",\"annotations\":{\"readOnlyHint\":true,\"title\":\"A\"}}",
                "{\"name\":\"b\",\"annotations\":{\"readOnlyHint\":\"true\",\"idempotentHint\":1}}",
                "{\"name\":\"c\",\"annotations\":7}",
                "{\"name\":\"d\",\"annotations\":{\"idempotentHint\":true}}"));

    assertThat(catalog.entries(Kind.TOOLS))
        .extracting(Entry::readOnlyHint)
        .containsExactly(true, false, false, false);
    assertThat(catalog.entries(Kind.TOOLS))
        .extracting(Entry::idempotentHint)
        .containsExactly(false, false, false, true);
    assertThat(catalog.tool("a").flatMap(Entry::title)).contains("A");
  }

  @Test
  void everyKindHasItsKey() {
    String result = "{\"resourceTemplates\":[{\"uriTemplate\":\"x://{a}\",\"name\":\"n\"}]}";
    Catalog catalog =
        Catalog.empty()
            .with(Kind.TEMPLATES, Listing.parse(Kind.TEMPLATES, List.of(result)).entries());

    assertThat(catalog.find(Kind.TEMPLATES, "x://{a}")).isPresent();
    assertThat(catalog.find(Kind.TEMPLATES, "n")).isEqualTo(Optional.empty());
  }
}
