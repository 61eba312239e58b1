package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids are compared and echoed by lexeme.
@DisplayName("RequestId")
class RequestIdTest {
  @Test
  void lexemesAreTheIdentity() {
    assertThat(RequestId.of(1)).isEqualTo(new RequestId("1")).hasSameHashCodeAs(RequestId.of(1));
    assertThat(RequestId.of(1)).isNotEqualTo(RequestId.of("1"));
    assertThat(new RequestId("1.0")).isNotEqualTo(RequestId.of(1));
    assertThat(RequestId.of("a\"b\\\n\u0001é").lexeme()).isEqualTo("\"a\\\"b\\\\\\n\\u0001é\"");
    assertThat(RequestId.of("é").bytes()).isEqualTo("\"é\"".getBytes(UTF_8));
    assertThat(RequestId.of(Long.MIN_VALUE)).hasToString("-9223372036854775808");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "-1",
        "42",
        "9007199254740991",
        "-9007199254740991",
        "1000000000000000",
        "\"\"",
        "\"1\"",
        "\"a b/c-_.:~!@#$%^*()=[]{}|;,?\"",
        "\"6ba7b810-9dad-11d1-80b4-00c04fd430c8\""
      })
  void canonical(String lexeme) {
    assertThat(new RequestId(lexeme).canonical()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-0",
        "1.0",
        "1e3",
        "1E3",
        "9007199254740992",
        "-9007199254740992",
        "99999999999999999999",
        "\"a\\u0062\"",
        "\"a\\/b\"",
        "\"é\"",
        "\"\u007F\"",
        "\"a\tb\"",
        "\"a<b\"",
        "\"a&b\"",
        "\"a+b\"",
        "\"a'b\"",
        "\"a`b\"",
        "null"
      })
  void notCanonical(String lexeme) {
    assertThat(new RequestId(lexeme).canonical()).isFalse();
  }
}
