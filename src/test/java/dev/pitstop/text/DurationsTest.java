package dev.pitstop.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("times as on the command line")
class DurationsTest {
  @ParameterizedTest(name = "{0} = {1} ms")
  @CsvSource({
    "500ms, 500",
    "30s, 30000",
    "2min, 120000",
    "2m, 120000",
    "1h, 3600000",
    "45, 45000",
    "0, 0",
    "999999999h, 3599999996400000"
  })
  void times(String text, long millis) {
    assertThat(Words.millis(text)).hasValue(millis);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "s", "-1", "1.5", "1 s", "5x", "1e3", "9999999999999999999", "٣s"})
  void none(String text) {
    assertThat(Words.millis(text)).isEmpty();
  }
}
