package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("how long a daemon wants to be left alone (RFC 9110, 10.2.3)")
class RetryAfterTest {
  private static final Optional<String> DATE = Optional.of("Tue, 24 Nov 2026 18:00:00 GMT");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {"0|0", " 30 |30000", "Tue, 24 Nov 2026 18:01:40 GMT|100000"})
  void understood(String header, long millis) {
    assertThat(RetryAfter.millis(Optional.of(header), DATE)).hasValue(millis);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {"''", "soon", "-1", "1.5", "99999999999999999999", "24 Nov 2026"})
  void notUnderstood(String header) {
    assertThat(RetryAfter.millis(Optional.of(header), DATE)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void aTimeThatIsPast() {
    String header = "Tue, 24 Nov 2026 17:00:00 GMT";
    assertThat(RetryAfter.millis(Optional.of(header), DATE)).hasValue(0);
    assertThat(RetryAfter.millis(Optional.of(header), Optional.empty())).isEmpty();
  }
}
