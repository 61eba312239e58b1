package dev.pitstop.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("names of tools behind several servers")
class NamespaceTest {
  private static final String SERVER_CHARACTERS = "abzAZ09_-";
  private static final String TOOL_CHARACTERS = "ab_-./ \nö🔧";

  @Test
  void theServerOfAnEncodedNameIsFound() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(11));
    int good = 0;
    for (int run = 0; run < Rounds.of(20_000); run++) {
      String server = text(random, SERVER_CHARACTERS, 1 + random.nextInt(8));
      String tool = text(random, TOOL_CHARACTERS, random.nextInt(8));
      if (Namespace.problem(server).isPresent()) {
        continue;
      }
      good++;
      assertThat(Namespace.server(Namespace.encode(server, tool))).isEqualTo(server);
    }
    assertThat(good).isGreaterThan(Rounds.of(10_000));
  }

  @Test
  void whatHasAServerEncodesBack() {
    RandomGenerator random = new SplittableRandom(Rounds.seed(12));
    int decoded = 0;
    for (int run = 0; run < Rounds.of(20_000); run++) {
      String name = text(random, "ab_", random.nextInt(10));
      String server = Namespace.server(name);
      if (Namespace.problem(server).isEmpty()) {
        decoded++;
        assertThat(Namespace.encode(server, name.substring(server.length() + 2))).isEqualTo(name);
      }
    }
    assertThat(decoded).isGreaterThan(Rounds.of(1_000));
  }

  @ParameterizedTest
  @CsvSource({"a__b, a, b", "a___b, a, _b", "a__b__c, a, b__c", "-_a____, -_a, __"})
  void splitsAtTheFirst(String name, String server, String tool) {
    assertThat(Namespace.server(name)).isEqualTo(server);
    assertThat(Namespace.encode(server, tool)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a_b", "__a", "___a", "ä__b", "a b__c"})
  void notEncoded(String name) {
    assertThat(Namespace.problem(Namespace.server(name))).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "'', must not be empty",
    "a__b, must not contain \"__\"",
    "a_, must not end with '_'",
    "_, must not end with '_'",
    "a b, not \" \"",
    "größe, not \"ö\"",
    "a.b, not \".\"",
    "123456789012345678901234567890123, at most 32 characters"
  })
  void badServerNames(String server, String says) {
    assertThat(Namespace.problem(server))
        .hasValueSatisfying(text -> assertThat(text).contains(says));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "_a", "-", "A-b_c9", "12345678901234567890123456789012"})
  void goodServerNames(String server) {
    assertThat(Namespace.problem(server)).isEmpty();
  }

  private static String text(RandomGenerator random, String characters, int length) {
    int[] choices = characters.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(choices[random.nextInt(choices.length)]);
    }
    return text.toString();
  }
}
