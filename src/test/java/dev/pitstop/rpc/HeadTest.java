package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a message is whose end was never read (F1, F3).
class HeadTest {
  @ParameterizedTest
  @DisplayName("F3: requests are told from responses and notifications by their first bytes")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"x\":\"yyy | REQUEST | 1",
        "{\"id\":1,\"params\":{\"x\":\"yyy | REQUEST | 1",
        "{\"id\":\"a\",\"method\":\"yyy | REQUEST | \"a\"",
        "{\"method\":\"tools/call\",\"params\":{\"x\":\"yyy | UNKNOWN | -",
        "{\"params\":{\"x\":\"yyy | UNKNOWN | -",
        "{\"method\":\"notifications/progress\",\"params\":{\"x\":\"yyy | NOTIFICATION | -",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"yyy | RESPONSE | 1",
        "{\"result\":{\"x\":\"yyy | RESPONSE | -",
        "{\"id\":1,\"error\":{\"message\":\"yyy | RESPONSE | 1",
        "{\"id\":1,\"result\":{},\"more\":\"yyy | RESPONSE | 1",
        "{\"id\":1,\"r\\u0065sult\":{\"x\":\"yyy | RESPONSE | 1",
        "{\"id\":12 | UNKNOWN | -",
        "{\"id\":1,\"resul | UNKNOWN | 1",
        "[[[[[ | UNKNOWN | -",
        "yyy | UNKNOWN | -",
      })
  void kinds(String head, Head.Kind kind, String id) {
    Head found = Head.of(head.getBytes(StandardCharsets.UTF_8));
    assertThat(found.kind()).isEqualTo(kind);
    assertThat(found.id().map(RequestId::lexeme).orElse("-")).isEqualTo(id);
  }
}
