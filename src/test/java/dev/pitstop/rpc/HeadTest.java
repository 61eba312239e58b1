package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a message is whose end was never read.
class HeadTest {
  @ParameterizedTest
  @DisplayName("requests are told from responses and notifications by their first bytes")
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
        "{\"params\":{\"id\":5,\"a\":\"xxx | UNKNOWN | -",
        "{\"params\":{\"id\":5},\"id\":6,\"params\": | REQUEST | 6",
        "{\"id\":null,\"method\":\"m\",\"x\":\" | UNKNOWN | -",
        "[{\"id\":1,\"method\":\"m\"}, | UNKNOWN | -",
        "{\"level\":\"error\",\"error\":\"gone\",\"id\":5, | UNKNOWN | 5",
        "{\"id\":1,\"resul | UNKNOWN | 1",
        "[[[[[ | UNKNOWN | -",
        "yyy | UNKNOWN | -",
      })
  void kinds(String head, Head.Kind kind, String id) {
    Head found = Head.of(head.getBytes(StandardCharsets.UTF_8), new byte[0]);
    assertThat(found.kind()).isEqualTo(kind);
    assertThat(found.id().map(RequestId::lexeme).orElse("-")).isEqualTo(id);
  }

  @ParameterizedTest
  @DisplayName("a malformed answer names its call, a server's log line in JSON does not")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":1,\"result\":{}} | RESPONSE | 1",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}} | RESPONSE | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":NaN}} | RESPONSE | 1",
        "{\"jsonrpc\":\"2.0\",\"result\":{\"x\":NaN},\"id\":1} | RESPONSE | 1",
        "{\"result\":{\"x\":NaN,\"id\":2},\"id\":\"a\",\"jsonrpc\":\"2.0\"} | RESPONSE | \"a\"",
        "{\"jsonrpc\":\"2.0\",\"result\":{\"x\":NaN,\"id\":2}} | RESPONSE | -",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"boom\"} | RESPONSE | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1} | BARE | 1",
        "{\"level\":\"error\",\"error\":\"boom\",\"id\":1} | UNKNOWN | 1",
        "{\"msg\":\"started\",\"id\":1} | UNKNOWN | 1",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7} | REQUEST | 1",
      })
  void malformed(String message, Head.Kind kind, String id) {
    byte[] whole = message.getBytes(StandardCharsets.UTF_8);
    Head found = Head.of(whole, whole);
    assertThat(found.kind()).isEqualTo(kind);
    assertThat(found.id().map(RequestId::lexeme).orElse("-")).isEqualTo(id);
  }
}
