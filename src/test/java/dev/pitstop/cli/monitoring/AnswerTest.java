package dev.pitstop.cli.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("what a call prints")
class AnswerTest {
  private static Answer of(String response) {
    return Answer.of((Message.Response) Codec.parse(response.getBytes(StandardCharsets.UTF_8)));
  }

  private static Answer result(String result) {
    return of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
  }

  private static String printed(Answer answer) {
    return String.join("\n", answer.shown());
  }

  private static String texts(String... texts) {
    StringBuilder out = new StringBuilder("{\"content\":[");
    for (String text : texts) {
      out.append(out.charAt(out.length() - 1) == '[' ? "" : ",");
      out.append("{\"type\":\"text\",\"text\":").append(text).append('}');
    }
    return out.append(']').toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"{\\\"a\\\": 1}\"     | {\"a\":1}               | true",
        "\"{\\\"a\\\": 2}\"     | {\"a\":1}               | false",
        "\"42\"                 | {\"result\":42}         | true",
        "\"a text\"             | {\"result\":\"a text\"} | true",
        "\"a\",\"b\"            | {\"result\":[\"a\",\"b\"]} | true",
        "\"[\\\"a\\\"]\"        | {\"result\":[\"a\"]}    | true",
        "\"a\"                  | {\"result\":[\"a\",\"b\"]} | false",
        "\"other\"              | {\"result\":\"a text\"} | false",
        "\"42\"                 | {\"result\":42,\"x\":1} | false",
        "\"x\"                  | null                    | true",
      })
  @DisplayName("Structured content is printed only if no text says the same")
  void structured(String texts, String structured, boolean said) {
    Answer answer =
        result(
            texts(texts.split("(?<=\"),(?=\")", -1))
                + ",\"structuredContent\":"
                + structured
                + "}");
    assertThat(answer.shown()).hasSize(answer.texts().size() + (said ? 0 : 1));
  }

  @Test
  @DisplayName("An error of the protocol, isError, and an answer without content")
  void failures() {
    Answer error = of("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}");
    assertThat(error.failed()).isTrue();
    assertThat(error.raw()).isEqualTo("{\"error\":{\"code\":-1,\"message\":\"no\"}}");
    assertThat(printed(error)).isEqualTo("no");
    assertThat(result(texts("\"x\"") + ",\"isError\":true}").failed()).isTrue();
    assertThat(result(texts("\"x\"") + ",\"isError\":\"true\"}").failed()).isFalse();
    assertThat(printed(result("{}"))).isEmpty();
    assertThat(printed(result("{\"content\":[]}"))).isEmpty();
    assertThat(printed(result("{\"content\":7,\"structuredContent\":{\"a\":1}}")))
        .isEqualTo("{\n  \"a\": 1\n}");
  }

  @Test
  @DisplayName("What is no text is named, with its length")
  void data() {
    String image =
        "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAAA\"}]}";
    assertThat(printed(result(image)))
        .isEqualTo("[image: image/png, 4 B of base64; --json prints it]");
  }
}
