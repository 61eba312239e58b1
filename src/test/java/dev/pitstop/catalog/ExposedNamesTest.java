package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("what a server's tools and prompts are called in front of the client")
class ExposedNamesTest {
  private static final String LONG = "create_a_pull_request_with_reviewers_and_labels";

  /// A server with these tools.
  private record Named(String server, List<String> names) {
    String expose(String name) {
      return Namespace.expose(server, name);
    }

    Optional<String> inner(String exposed) {
      List<Entry> tools =
          names.stream().map(n -> new Entry(Kind.TOOLS, n, new JsonObject())).toList();
      Catalog catalog = Catalog.empty().with(Kind.TOOLS, tools);
      return Namespace.inner(server, exposed, catalog, Kind.TOOLS);
    }
  }

  private static Named table(String server, String... names) {
    return new Named(server, List.of(names));
  }

  @Test
  @DisplayName("the same tool in two servers; neither changes the other's names")
  void sameTool() {
    Named one = table("one", "echo", LONG);
    Named two = table("two", "echo", LONG);

    assertThat(one.expose("echo")).isEqualTo("one__echo");
    assertThat(two.expose("echo")).isEqualTo("two__echo");
    assertThat(one.expose(LONG)).isNotEqualTo(two.expose(LONG));
    assertThat(one.inner("two__echo")).isEmpty();
    assertThat(one.inner(two.expose(LONG))).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("names that look like ours go behind the server's name and back")
  @CsvSource({
    "s, a__b, s__a__b",
    "s, s__a, s__s__a",
    "s, _a, s___a",
    "s, __, s____",
    "s, '', s__",
    "s, add_server, s__add_server",
    "-_a, b, -_a__b"
  })
  void separatorInside(String server, String name, String exposed) {
    Named table = table(server, name);
    assertThat(table.expose(name)).isEqualTo(exposed);
    assertThat(table.inner(exposed)).contains(name);
  }

  @Test
  @DisplayName("`my_db` beside `my`")
  void oneServerNamedLikeTheBeginningOfAnother() {
    Named my = table("my", "db__query", "_db__query", "db_query");
    Named other = table("my_db", "query");

    assertThat(my.inner("my_db__query")).isEmpty();
    assertThat(other.inner("my_db__query")).contains("query");
    assertThat(other.inner("my__db__query")).isEmpty();
    assertThat(my.inner("my___db__query")).contains("_db__query");
  }

  @Test
  @DisplayName("at most 50 characters, else an alias of exactly 50 that can be called")
  void budget() {
    String fits = "n".repeat(Namespace.BUDGET - "github__".length());
    String tooLong = fits + "n";
    Named table = table("github", fits, tooLong);

    assertThat(table.expose(fits)).isEqualTo("github__" + fits).hasSize(50);
    assertThat(table.expose(tooLong))
        .hasSize(50)
        .startsWith("github__nnnnnnnn")
        .matches(".*n_[0-9a-f]{8}");
    assertThat(table.inner(table.expose(tooLong))).contains(tooLong);
    assertThat(("mcp__pitstop__" + table.expose(tooLong)).length()).isLessThanOrEqualTo(64);
  }

  @Test
  @DisplayName("the alias is the same in every release, for clients keep names")
  void stable() {
    assertThat(table("github", LONG).expose(LONG))
        .isEqualTo("github__create_a_pull_request_with_review_e98d3c38");
    assertThat(table("a".repeat(32)).expose("größe🔧".repeat(9)))
        .isEqualTo("a".repeat(32) + "__größe🔧_b7678d69");
  }

  @Test
  @DisplayName("the long form can be called as well")
  void longForm() {
    assertThat(table("github", LONG).inner("github__" + LONG)).contains(LONG);
  }

  @Test
  @DisplayName("a character of two halves is not cut: the alias is one shorter")
  void surrogates() {
    String server = "a".repeat(32);
    String name = "123456" + "🔧".repeat(20); // 7 characters of the name have room
    assertThat(table(server, name).expose(name)).matches(server + "__123456_[0-9a-f]{8}");
  }

  @Test
  @DisplayName("a tool that is called like another's alias is the one that is called")
  void namedLikeAnAlias() {
    String alias = Namespace.expose("github", LONG);
    String real = alias.substring("github__".length());

    assertThat(table("github", LONG, real).inner(alias)).contains(real);
    assertThat(table("github", LONG).inner(alias)).contains(LONG);
  }
}
