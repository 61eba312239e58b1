package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what the user has configured is hidden in all that a daemon says")
class SecretsTest {
  private static Secrets of(String... headers) {
    return at("http://localhost:1/mcp", headers);
  }

  private static Secrets at(String url, String... headers) {
    try {
      return Secrets.of(
          Endpoint.of(
              url, Headers.ofLines(List.of(headers), Optional.empty(), v -> Optional.empty())));
    } catch (BadSetting e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String hidden(Secrets secrets, String json) {
    Message m = Codec.parse(json.getBytes(StandardCharsets.UTF_8));
    assertThat(m).isNotInstanceOf(Message.Malformed.class);
    Message hidden = secrets.hide(m);
    assertThat(hidden).hasSameClassAs(m);
    return new String(hidden.bytes(), StandardCharsets.UTF_8);
  }

  private static String result(Secrets secrets, String text) {
    String before = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"";
    String all = hidden(secrets, before + text + "\"}}");
    assertThat(all).startsWith(before).endsWith("\"}}");
    return all.substring(before.length(), all.length() - 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "X-Key: open the door please  | got open the door please!   | got …!",
        "X-Key: sesame-123            | got sesame-123.             | got ….",
        "Authorization: Bearer abcdef | 'Bearer abcdef'             | …",
        "Authorization: Bearer abcdef | token abcdef is old         | token … is old",
        "Authorization: bearer ab cd12| no ab cd12                  | no …",
        "Authorization: Basic Ym9iOmh1bnRlcjIy | bob hunter22       | bob …",
        "Authorization: Basic Ym9iOmh1bnRlcjIy | bob:hunter22       | …",
        "Authorization: Token token=\"abc123def\" | was abc123def   | was …",
        "Cookie: theme=dark; sid=a1b2c3d4e5  | dark a1b2c3d4e5      | dark …",
        "X-Tenant: tenant-42-acme     | for tenant-42-acme          | for …",
      })
  @DisplayName("The whole value, the token behind a scheme, and what looks like a token in it")
  void values(String header, String said, String shown) {
    assertThat(of(header).hide(said)).isEqualTo(shown);
    assertThat(result(of(header), said.replace("\"", "\\\""))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "X-Env: production            | deployed to production",
        "X-Key: abc                   | abc",
        "User-Agent: agent-7000       | agent-7000",
        "Cookie: theme=dark           | dark",
        "Authorization: Bearer abcdef | Bearer of news",
      })
  @DisplayName("A word like others is no secret, nor is what describes the client")
  void words(String header, String said) {
    assertThat(of(header).hide(said)).isEqualTo(said);
    assertThat(result(of(header), said)).isEqualTo(said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b+c==d\"e",
        "a/b+c==d\\\"e",
        "a\\/b+c==d\\\"e",
        "a\\/b\\u002bc\\u003D\\u003dd\\u0022e",
        "a\\\\\\/b\\\\u002bc==d\\\\\\\"e",
      })
  @DisplayName("However JSON escapes it, also JSON that is quoted in JSON")
  void escaped(String said) {
    Secrets secrets = of("X-Key: a/b+c==d\"e");
    assertThat(secrets.hide("<" + said + ">")).isEqualTo("<…>");
    if (!said.equals("a/b+c==d\"e")) {
      assertThat(result(secrets, "<" + said + ">")).isEqualTo("<…>");
    }
  }

  @Test
  @DisplayName("What begins like an escape stays valid JSON, whatever is found behind it")
  void escapes() {
    assertThat(result(of("X-Key: nabcdef"), "x\\nabcdef")).isEqualTo("x\\nabcdef");
    assertThat(result(of("X-Key: nabcdef"), "x\\nnabcdef")).isEqualTo("x\\n…");
    assertThat(result(of("X-Key: u0041bcdef"), "\\u0041bcdef")).isEqualTo("\\u0041bcdef");
  }

  @Test
  @DisplayName(
      "Ids, methods and numbers stay as they are; everything else of a message is looked at")
  void places() {
    Secrets secrets = of("X-Key: 12345678");
    assertThat(
            hidden(
                secrets,
                "{\"jsonrpc\":\"2.0\",\"id\":\"12345678\",\"result\":{\"n\":12345678,\"12345678\":"
                    + "[\"12345678\",\"x 12345678\"]}}"))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"12345678\",\"result\":{\"n\":12345678,\"…\":"
                + "[\"…\",\"x …\"]}}");
    assertThat(
            hidden(
                secrets,
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,\"message\":\"12345678\"}}"))
        .contains("\"message\":\"…\"");
    assertThat(
            hidden(
                secrets,
                "{\"jsonrpc\":\"2.0\",\"method\":\"12345678\",\"params\":{\"data\":\"12345678\"}}"))
        .contains("\"method\":\"12345678\"", "\"data\":\"…\"");
    assertThat(
            hidden(
                secrets,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"m\":\"a12345678b\"}}"))
        .contains("\"m\":\"a…b\"");
  }

  @Test
  @DisplayName("a message without one is the very one that came, and so is each without secrets")
  void untouched() {
    Message m =
        Codec.parse(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}".getBytes(StandardCharsets.UTF_8));
    assertThat(of("X-Key: sesame-123").hide(m)).isSameAs(m);
    assertThat(of().hide(m)).isSameAs(m);
  }

  @Test
  @DisplayName("The query of the URL, as Express quotes it, and the user in it")
  void url() {
    Secrets secrets = at("http://bob:hunter22@localhost:1/mcp?profile=default&token=a%2Bb-12345");
    assertThat(secrets.hide("Cannot POST /mcp?profile=default&token=a%2Bb-12345"))
        .isEqualTo("Cannot POST /mcp?…");
    assertThat(secrets.hide("token a+b-12345, a%2Bb-12345, profile default, hunter22"))
        .isEqualTo("token …, …, profile default, …");
  }
}
