package dev.pitstop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets in recorded messages.
class RedactionTest {
  private static String redacted(String json) {
    return new String(Redaction.of(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @DisplayName("The value of a secret's member is replaced, and nothing else changes")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ \"password\" : \"x\", \"a\":1 } | { \"password\" : \"[REDACTED]\", \"a\":1 }",
        "{\"a\":[{\"API-Key\":7}]} | {\"a\":[{\"API-Key\":\"[REDACTED]\"}]}",
        "{\"secret\":{\"x\":[\"y\",true]}} | {\"secret\":{\"x\":[\"[REDACTED]\",true]}}",
        "{\"pass\\u0077ord\":\"x\"} | {\"pass\\u0077ord\":\"[REDACTED]\"}",
        "{\"text\":\"{\\\"token\\\": \\\"x\\\"}\"} | {\"text\":\"{\\\"token\\\":"
            + " \\\"[REDACTED]\\\"}\"}",
      })
  void replaced(String json, String now) {
    assertThat(redacted(json)).isEqualTo(now);
  }

  @ParameterizedTest
  @DisplayName("Names that mean a secret")
  @ValueSource(
      strings = {
        "authorization",
        "Authorization",
        "proxy-authorization",
        "password",
        "db_password",
        "passwd",
        "passphrase",
        "clientSecret",
        "client_secret",
        "token",
        "accessToken",
        "GITHUB_TOKEN",
        "apiKey",
        "api_key",
        "x-api-key",
        "secret_key",
        "privateKey",
        "credentials",
        "Set-Cookie"
      })
  void secret(String name) {
    assertThat(Redaction.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @DisplayName("Names of the protocol, of pages and of counts are no secrets")
  @ValueSource(
      strings = {
        "progressToken",
        "requestState",
        "cursor",
        "nextCursor",
        "next_page_token",
        "max_tokens",
        "tokens",
        "taskId",
        "key",
        "name"
      })
  void none(String name) {
    assertThat(Redaction.isSecret(name)).isFalse();
  }

  @Test
  @DisplayName("A schema is left as it is, and so is a message without secrets")
  void schema() {
    String tools =
        "{\"tools\":[{\"inputSchema\":{\"properties\":{\"password\":{\"type\":\"string\"}}}}]}";
    assertThat(redacted(tools)).isEqualTo(tools);
    String none = "{\"token\":null,\"password\":true}";
    assertThat(redacted(none)).isEqualTo(none);
  }

  @Test
  @DisplayName("A text that only looks like JSON, and very deep nesting, do no harm")
  void odd() {
    for (String text :
        List.of("{\"text\":\"{broken\"}", "[".repeat(900) + "]".repeat(900), "{no")) {
      assertThat(redacted(text)).isEqualTo(text);
    }
  }
}
