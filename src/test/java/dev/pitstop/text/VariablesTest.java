package dev.pitstop.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("${VAR} and ${VAR:-default}")
class VariablesTest {
  private static final Map<String, String> SET =
      Map.of("KEY", "k3y", "EMPTY", "", "_X1", "one", "LOOP", "${KEY}");

  private static Variables.Expanded expand(String text) {
    return Variables.expand(text, name -> Optional.ofNullable(SET.get(name)));
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '~',
      value = {
        "${KEY},k3y",
        "a${KEY}b${_X1}c,ak3ybonec",
        "${KEY}${KEY},k3yk3y",
        "${EMPTY},~~",
        "${EMPTY:-d},d",
        "${NONE:-d},d",
        "${NONE:-},~~",
        "${NONE:-a b:-c$},a b:-c$",
        "${KEY:-d},k3y",
        "${LOOP},${KEY}",
        "$KEY,$KEY",
        "$$,$$",
        "$${KEY},$k3y",
        "${},${}",
        "${KEY,${KEY",
        "${1},${1}",
        "${KEY:+x},${KEY:+x}",
        "${KEY X},${KEY X}",
        "${${KEY}},${k3y}",
        "$,$",
        "x${,x${",
      })
  void replaced(String text, String expected) {
    assertThat(expand(text)).isEqualTo(new Variables.Expanded(expected, List.of(), false));
  }

  @Test
  @DisplayName("a default may be long")
  void longDefault() {
    assertThat(expand("${NONE:-" + "x".repeat(100_000) + "}").text()).hasSize(100_000);
  }

  @Test
  void whatIsMissingIsNamedOnce() {
    Variables.Expanded expanded = expand("${A} ${KEY} ${B} ${A}");

    assertThat(expanded.missing()).containsExactly("A", "B");
    assertThat(expand("${C:-${KEY}").foreign()).as("a brace is missing, which is told").isTrue();
    assertThat(expanded.text()).as("what is missing stays").isEqualTo("${A} k3y ${B} ${A}");
  }

  @Test
  void whatOtherClientsReplaceStaysAndIsNoticed() {
    for (String text : new String[] {"${input:key}", "x ${env:KEY} y", "${NONE:-${1}/x}"}) {
      assertThat(expand(text).text()).isEqualTo(text);
      assertThat(expand(text).foreign()).isTrue();
      assertThat(expand(text).missing()).isEmpty();
    }
  }
}
