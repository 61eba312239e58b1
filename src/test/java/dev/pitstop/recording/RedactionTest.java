package dev.pitstop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.compare.Place;
import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets in recorded messages.
class RedactionTest {
  private static Redaction.Redacted redacted(String json) {
    byte[] message = json.getBytes(StandardCharsets.UTF_8);
    return Redaction.of(message, Json.validate(message).orElseThrow());
  }

  private static String text(Redaction.Redacted r) {
    return new String(r.message(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @DisplayName("The value of a secret's member is replaced, and nothing else changes")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ \"password\" : \"x\", \"a\":1 } | { \"password\" : \"[REDACTED]\", \"a\":1 } | password",
        "{\"a\":[{\"API-Key\":7}]} | {\"a\":[{\"API-Key\":\"[REDACTED]\"}]} | a[0].API-Key",
        "{\"secret\":{\"x\":[\"y\",true]}} | {\"secret\":{\"x\":[\"[REDACTED]\",true]}}"
            + " | secret.x[0]",
        "{\"pass\\u0077ord\":\"x\"} | {\"pass\\u0077ord\":\"[REDACTED]\"} | password",
        "{\"text\":\"{\\\"token\\\": \\\"x\\\"}\"} | {\"text\":\"{\\\"token\\\":"
            + " \\\"[REDACTED]\\\"}\"} | text.token",
      })
  void replaced(String json, String now, String place) {
    Redaction.Redacted r = redacted(json);
    assertThat(text(r)).isEqualTo(now);
    assertThat(r.places()).map(Place::toString).containsExactly(place);
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
    assertThat(text(redacted(tools))).isEqualTo(tools);
    assertThat(redacted(tools).places()).isEmpty();
    assertThat(redacted("{\"token\":null,\"password\":true}").places()).isEqualTo(List.of());
  }

  @Test
  @DisplayName("A text that only looks like JSON, and very deep nesting, do no harm")
  void odd() {
    assertThat(redacted("{\"text\":\"{broken\"}").places()).isEmpty();
    assertThat(redacted("[".repeat(900) + "]".repeat(900)).places()).isEmpty();
  }
}
