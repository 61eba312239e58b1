package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("what a server's tools and prompts are called in front of the client")
class AliasTableTest {
  private static final String LONG = "create_a_pull_request_with_reviewers_and_labels";

  private static AliasTable table(String server, String... names) {
    return AliasTable.of(server, List.of(names));
  }

  /// The aliases among the exposed names of these tools: exposed name → the server's own.
  private static Map<String, String> aliases(String server, String... names) {
    AliasTable table = table(server, names);
    Map<String, String> aliases = new HashMap<>();
    for (String name : names) {
      if (!table.expose(name).equals(server + "__" + name)) {
        aliases.put(table.expose(name), name);
      }
    }
    return aliases;
  }

  private static String alias(String server, String name, int attempt) {
    return AliasTable.alias(server + "__", name, attempt);
  }

  /// The name that a server would give to a tool of its own to have it look like this alias.
  private static String asPlainName(String server, String exposed) {
    return exposed.substring(server.length() + 2);
  }

  @Test
  @DisplayName("the same tool in two servers; neither changes the other's names")
  void sameTool() {
    AliasTable one = table("one", "echo", LONG);
    AliasTable two = table("two", "echo", LONG);

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
    AliasTable table = table(server, name);
    assertThat(table.expose(name)).isEqualTo(exposed);
    assertThat(table.inner(exposed)).contains(name);
    assertThat(aliases(server, name)).isEmpty();
  }

  @Test
  @DisplayName("`my_db` beside `my`")
  void oneServerNamedLikeTheBeginningOfAnother() {
    AliasTable my = table("my", "db__query", "_db__query", "db_query");
    AliasTable other = table("my_db", "query");

    assertThat(my.inner("my_db__query")).isEmpty();
    assertThat(other.inner("my_db__query")).contains("query");
    assertThat(other.inner("my__db__query")).isEmpty();
    assertThat(my.inner("my___db__query")).contains("_db__query");
  }

  @Test
  @DisplayName("a table for a server with a bad name is refused, with the reason")
  void badServer() {
    assertThatThrownBy(() -> table("a__b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not contain \"__\"");
  }

  @Test
  @DisplayName("at most 50 characters, else an alias of exactly 50 that can be called")
  void budget() {
    String fits = "n".repeat(AliasTable.BUDGET - "github__".length());
    String tooLong = fits + "n";
    AliasTable table = table("github", fits, tooLong);

    assertThat(table.expose(fits)).isEqualTo("github__" + fits).hasSize(50);
    assertThat(table.expose(tooLong))
        .hasSize(50)
        .startsWith("github__nnnnnnnn")
        .matches(".*n_[0-9a-f]{8}");
    assertThat(table.inner(table.expose(tooLong))).contains(tooLong);
    assertThat(aliases("github", fits, tooLong))
        .containsOnly(Map.entry(table.expose(tooLong), tooLong));
    assertThat(("mcp__pitstop__" + table.expose(tooLong)).length()).isLessThanOrEqualTo(64);
  }

  @Test
  @DisplayName("the alias is the same in every release, for clients keep names")
  void stable() {
    assertThat(table("github", LONG).expose(LONG))
        .isEqualTo("github__create_a_pull_request_with_review_5572f1dd");
    assertThat(aliases("a".repeat(32), "größe🔧".repeat(9)))
        .containsOnlyKeys("a".repeat(32) + "__größe🔧_cdc09736");
  }

  @Test
  @DisplayName("the long form can be called as well; one that is not listed has no other")
  void longForm() {
    assertThat(table("github", LONG).inner("github__" + LONG)).contains(LONG);
    assertThat(table("github").expose(LONG)).isEqualTo("github__" + LONG);
  }

  @Test
  @DisplayName("a character of two halves is not cut: the alias is one shorter")
  void surrogates() {
    String server = "a".repeat(32);
    String name = "123456" + "🔧".repeat(20); // 7 characters of the name have room
    assertThat(table(server, name).expose(name)).matches(server + "__123456_[0-9a-f]{8}");
  }

  @Test
  @DisplayName("of two names with equal aliases one gets another, in any order")
  void equalHashes() {
    String one = "list_all_of_the_repositories_of_organisation_032674";
    String two = "list_all_of_the_repositories_of_organisation_043057";
    String third = one + "x";
    assertThat(alias("github", one, 0)).isEqualTo(alias("github", two, 0));

    AliasTable table = table("github", one, two, third);

    assertThat(table.expose(one)).isEqualTo(alias("github", one, 0)).hasSize(50);
    assertThat(table.expose(two)).isEqualTo(alias("github", two, 1)).hasSize(50);
    assertThat(table.expose(third)).isEqualTo(alias("github", third, 0));
    assertThat(aliases("github", third, two, one)).isEqualTo(aliases("github", one, two, third));
  }

  @Test
  @DisplayName("a tool that is called like another's alias keeps its name")
  void namedLikeAnAlias() {
    String real = asPlainName("github", alias("github", LONG, 0));

    AliasTable table = table("github", LONG, real);

    assertThat(table.expose(real)).isEqualTo("github__" + real);
    assertThat(table.inner("github__" + real)).contains(real);
    assertThat(table.expose(LONG)).isEqualTo(alias("github", LONG, 1));
    assertThat(aliases("github", real, LONG)).isEqualTo(aliases("github", LONG, real));
  }

  @Test
  @DisplayName("a server that names its tools like all aliases of another still gets one")
  void namedLikeAllAliases() {
    String server = "a".repeat(32);
    List<String> names = new ArrayList<>(List.of(LONG));
    for (int attempt = 0; attempt < 20; attempt++) {
      names.add(asPlainName(server, alias(server, LONG, attempt)));
    }

    AliasTable table = AliasTable.of(server, names);

    assertThat(names.stream().map(table::expose))
        .doesNotHaveDuplicates()
        .allSatisfy(exposed -> assertThat(exposed).hasSize(50));
    assertThat(names).allSatisfy(n -> assertThat(table.inner(table.expose(n))).contains(n));
  }

  @Test
  @DisplayName("A name that is listed twice is one")
  void twice() {
    assertThat(table("github", LONG, LONG).expose(LONG))
        .isEqualTo(table("github", LONG).expose(LONG));
  }
}
