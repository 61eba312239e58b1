package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the user's headers")
class HeadersTest {
  private static final Map<String, String> SET =
      Map.of(
          "TOKEN", "hunter2", "EMPTY", "", "LINES", "hunter2\nX-Evil: y", "PADDED", " hunter2\n");

  private static List<Header> lines(String... lines) throws BadSetting {
    return with(Optional.empty(), lines);
  }

  private static List<Header> with(Optional<String> bearer, String... lines) throws BadSetting {
    return Headers.ofLines(List.of(lines), bearer, name -> Optional.ofNullable(SET.get(name)));
  }

  private static String mistake(Optional<String> bearer, String... lines) {
    return assertThatExceptionOfType(BadSetting.class)
        .isThrownBy(() -> with(bearer, lines))
        .actual()
        .getMessage();
  }

  @Test
  void plainAndExpanded() throws BadSetting {
    assertThat(
            lines(
                "X-A: b",
                "X-B:c:d ",
                "X-C: Bearer ${TOKEN}",
                "X-D: ${NONE:-e f}",
                "X-E:",
                "X-F: ${EMPTY}",
                "X-G: $TOKEN \t$$",
                " x-!#$%&'*+.^_`|~9 : y"))
        .containsExactly(
            new Header("X-A", "b"),
            new Header("X-B", "c:d"),
            new Header("X-C", "Bearer hunter2"),
            new Header("X-D", "e f"),
            new Header("X-E", ""),
            new Header("X-F", ""),
            new Header("X-G", "$TOKEN \t$$"),
            new Header("x-!#$%&'*+.^_`|~9", "y"));
  }

  @Test
  void aBearerTokenFromTheEnvironment() throws BadSetting {
    assertThat(with(Optional.of("TOKEN"), "X-A: b"))
        .containsExactly(new Header("X-A", "b"), new Header("Authorization", "Bearer hunter2"));
    assertThat(with(Optional.of("PADDED")))
        .containsExactly(new Header("Authorization", "Bearer hunter2"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "hunter2|a header must be `Name: value`; one of them has no colon",
        "Bearer hunter2: x|a header name can contain only letters, digits and `-`",
        "':'|a header name can contain only letters, digits and `-`",
        "X-Ü: hunter2|a header name can contain only letters, digits and `-`",
        "X-A: ${NONE} hunter2|header `X-A`: the variable `NONE` is not set (`${NONE:-}` is empty then)",
        "X-A: ${LINES}|header `X-A`: its value contains a line break",
        "X-A: hunter2ü|header `X-A`: its value must contain only printable ASCII characters",
      })
  void mistakes(String line, String text) {
    assertThat(mistake(Optional.empty(), line)).isEqualTo(text).doesNotContain("hunter2");
  }

  @Test
  void lineBreaksAndControlCharacters() {
    for (char c : new char[] {'\r', '\n', '\0', '\u001b', '\u007f'}) {
      assertThat(mistake(Optional.empty(), "X-A: hunter2" + c + "b"))
          .startsWith("header `X-A`: ")
          .doesNotContain("hunter2");
      assertThat(mistake(Optional.empty(), "X" + c + "-A: b")).startsWith("a header name ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Connection",
        "Transfer-Encoding",
        "Upgrade",
        "Expect",
        "TE"
      })
  void theConnections(String name) {
    assertThat(mistake(Optional.empty(), name + ": hunter2"))
        .isEqualTo("header `" + name + "` cannot be set: the connection sets it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type",
        "Accept",
        "accept-encoding",
        "Mcp-Session-Id",
        "MCP-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
        "mcp-param-Region",
        "Last-Event-ID"
      })
  void theMessages(String name) {
    assertThat(mistake(Optional.empty(), name + ": hunter2"))
        .isEqualTo("header `" + name + "` cannot be set: MCP defines it for each message");
  }

  @Test
  void twice() {
    assertThat(mistake(Optional.empty(), "X-A: hunter2", "x-a: c"))
        .isEqualTo("header `x-a` is given twice");
    assertThat(mistake(Optional.of("TOKEN"), "authorization: hunter2"))
        .isEqualTo("there is an `Authorization` header and a bearer token: use only one");
    assertThat(mistake(Optional.of("NONE")))
        .isEqualTo("the variable `NONE` for the bearer token is not set");
    assertThat(mistake(Optional.of("EMPTY"))).endsWith("`EMPTY` for the bearer token is not set");
  }

  @Test
  void ofAFileThatHasReplacedThemAlready() throws BadSetting {
    assertThat(Headers.ofMap(Map.of("X-A", " ${TOKEN} ")))
        .containsExactly(new Header("X-A", "${TOKEN}"));
    assertThatExceptionOfType(BadSetting.class)
        .isThrownBy(() -> Headers.ofMap(Map.of("Host", "x")))
        .withMessageContaining("`Host` cannot be set");
  }

  @Test
  void aHeaderDoesNotShowItsValue() throws BadSetting {
    assertThat(lines("X-A: hunter2").toString()).isEqualTo("[Header[X-A]]");
  }
}
