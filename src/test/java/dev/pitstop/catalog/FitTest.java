package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("server names of configuration files are made to fit")
class FitTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "good, good",
    "_a, _a",
    "-, -",
    "my.server, my-server",
    "my .. server, my-server",
    "my - server, my---server",
    "größe, gr-e",
    "🔧tool🔧, tool",
    "a__b, a_b",
    "a_____b, a_b",
    "a_ _b, a_-_b",
    "a_, a",
    ".a__, a",
    "__a, a",
    "'', server",
    "___, server",
    "日本, server",
    "@scope/server-name, scope-server-name"
  })
  void rule(String written, String fits) {
    assertThat(Namespace.fit(written, Set.of())).isEqualTo(fits);
  }

  @Test
  @DisplayName("40 letters become 32, and what the cut leaves at the end goes too")
  void cut() {
    assertThat(Namespace.fit("a".repeat(40), Set.of())).isEqualTo("a".repeat(32));
    assertThat(Namespace.fit("a".repeat(31) + "_-b", Set.of())).isEqualTo("a".repeat(31));
    assertThat(Namespace.fit("." + "a".repeat(30) + " bcd", Set.of()))
        .isEqualTo("a".repeat(30) + "-b");
  }

  @Test
  @DisplayName("A number stays within 32 characters and behind no separator of its own")
  void numberOfALongName() {
    String name = "a".repeat(29) + "_bc";
    assertThat(Namespace.fit(name, Set.of(name))).isEqualTo("a".repeat(29) + "-2");
    assertThat(Namespace.fit("-", Set.of("-"))).isEqualTo("-2");
  }

  @Test
  @DisplayName("One more beside those that are there")
  void oneMore() {
    assertThat(Namespace.fit("db", Set.of("web"))).isEqualTo("db");
    assertThat(Namespace.fit("db", Set.of("db", "db-2"))).isEqualTo("db-3");
    assertThat(Namespace.fit("d b", Set.of("d-b"))).isEqualTo("d-b-2");
  }

  @Test
  void oneMoreIsGoodAndFree() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(32));
    Set<String> taken = new HashSet<>();
    for (int run = 0; run < Rounds.of(2_000); run++) {
      String fits = Namespace.fit(RandomNames.next(random), taken);
      assertThat(Namespace.problem(fits)).isEmpty();
      assertThat(taken.add(fits)).isTrue();
    }
  }
}
