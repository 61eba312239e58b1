package dev.pitstop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two answers to the same call.
class ComparisonTest {
  private static Message.Response message(String body) {
    byte[] line = ("{\"jsonrpc\":\"2.0\",\"id\":1," + body + "}").getBytes(StandardCharsets.UTF_8);
    assertThat(Codec.parse(line)).isInstanceOf(Message.Response.class);
    return (Message.Response) Codec.parse(line);
  }

  private static Message.Response result(String members) {
    return message("\"result\":{" + members + "}");
  }

  private static Message.Response text(String text) {
    return result("\"content\":[{\"type\":\"text\",\"text\":" + Json.quote(text) + "}]");
  }

  private static Message.Response structure(String json) {
    return result("\"content\":[],\"structuredContent\":" + json);
  }

  private static String compared(Message.Response was, Message.Response now) {
    return Comparison.of(was, now, Noise.NONE).text();
  }

  @ParameterizedTest
  @DisplayName("Structures are compared by structure, and each difference has its place")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"a\":1,\"b\":2} | { \"b\" : 2, \"a\" : 1.0 } | same",
        "{\"a\":\"\\u00e9\"} | {\"a\":\"é\"} | same",
        "{\"a\":12345678901234567890} | {\"a\":12345678901234567891} | changed:"
            + " structuredContent.a: 12345678901234567890 → 12345678901234567891",
        "{\"items\":[{\"price\":10}]} | {\"items\":[{\"price\":12}]} | changed:"
            + " structuredContent.items[0].price: 10 → 12",
        "{\"a\":1} | {\"a\":\"1\"} | changed: structuredContent.a: 1 → \"1\"",
        "{\"a\":null} | {} | changed: structuredContent.a: removed null",
        "{} | {\"a.b\":[1, 2]} | changed: structuredContent[\"a.b\"]: added [1,2]",
        "[1,2,3] | [1,3] | changed: structuredContent: 3 elements → 2 ([1]: 2 → 3)",
        "[1,3] | [1,3,4] | changed: structuredContent: 2 elements → 3 ([2]: added 4)",
        "[1,3] | [1] | changed: structuredContent: 2 elements → 1 ([1]: removed 3)",
        "{\"a\":true} | {\"a\":false} | changed: structuredContent.a: true → false",
        "[1,2,3,4,5,6,7] | [0,0,0,0,0,0,0] | changed: structuredContent[0]: 1 → 0;"
            + " structuredContent[1]: 2 → 0; structuredContent[2]: 3 → 0;"
            + " structuredContent[3]: 4 → 0; structuredContent[4]: 5 → 0 and 2 more",
      })
  void structures(String was, String now, String text) {
    assertThat(compared(structure(was), structure(now))).isEqualTo(text);
  }

  @ParameterizedTest
  @DisplayName("Texts are compared by lines, and JSON in them by structure")
  @CsvSource(
      delimiter = '|',
      value = {
        "one | two | changed: content[0].text: \"one\" → \"two\"",
        "a/b/c | a/x/c | changed: content[0].text line 2: \"b\" → \"x\"",
        "a/b/c | a/c | changed: content[0].text: 3 lines → 2 (line 2: \"b\" → \"c\")",
        "a | a/b/b | changed: content[0].text: 1 line → 3 (line 2: added \"b\")",
        "{\"a\":[1,2]} | {\"a\":/[1, 2] } | same",
        "{\"a\":[1,2]} | {\"a\":/[1, 3] } | changed: content[0].text.a[1]: 2 → 3",
        "[broken | [broken, too | changed: content[0].text: \"[broken\" → \"[broken, too\"",
      })
  void texts(String was, String now, String text) {
    assertThat(compared(text(was.replace('/', '\n')), text(now.replace('/', '\n'))))
        .isEqualTo(text);
  }

  @Test
  @DisplayName("Of long texts, the place of the first difference is shown")
  void longTexts() {
    String image = "\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"%s\"}]";
    String same = "A".repeat(1_000);
    assertThat(
            compared(result(image.formatted(same + "BBBB")), result(image.formatted(same + "CC"))))
        .isEqualTo(
            "changed: content[0].data: … \"%1$sBBBB\" → … \"%1$sCC\"".formatted("A".repeat(30)));
  }

  @Test
  @DisplayName(
      "Pitstop's own texts, its _meta, the id and what a missing member means do not count")
  void own() {
    Message.Response plain =
        result("\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"a\":1}");
    Message.Response told =
        message(
            "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"[pitstop] Reloaded.\"},"
                + "{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"resource\",\"resource\":"
                + "{\"uri\":\"pitstop://notice\",\"text\":\"y\"}}],\"isError\":false,"
                + "\"resultType\":\"complete\",\"structuredContent\":{\"pitstop_notice\":\"y\","
                + "\"a\":1},\"_meta\":{\"dev.pitstop/facts\":{}}}");
    assertThat(compared(plain, told)).isEqualTo("same");
    assertThat(compared(told, plain)).isEqualTo("same");
    assertThat(compared(plain, result("\"content\":[],\"structuredContent\":{\"a\":1}")))
        .startsWith("changed: content: 1 element → 0 ([0]: removed {");
    assertThat(
            compared(
                message("\"error\":{\"code\":-1,\"message\":\"boom\"}"),
                message("\"error\":{\"code\":-1,\"message\":\"boom\\n[pitstop] Restarted.\"}")))
        .isEqualTo("still fails with the same text");
  }

  @Test
  @DisplayName("An answer can begin to fail, begin to work, or still fail")
  void failures() {
    Message.Response works = text("fine");
    Message.Response says =
        result("\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\\nfile\"}]");
    Message.Response error = message("\"error\":{\"code\":-32603,\"message\":\"boom\"}");
    Message.Response other = message("\"error\":{\"code\":-32603,\"message\":\"bang\"}");
    assertThat(compared(works, works)).isEqualTo("same");
    assertThat(compared(works, says)).isEqualTo("now fails: \"no file\"");
    assertThat(compared(works, error)).isEqualTo("now fails: \"boom\"");
    assertThat(compared(error, works)).isEqualTo("now works; it failed before: \"boom\"");
    assertThat(compared(error, other))
        .isEqualTo("still fails with another text: error.message: \"boom\" → \"bang\"");
    assertThat(compared(error, says))
        .isEqualTo("still fails with another text: error: \"boom\" → \"no file\"");
    assertThat(Comparison.of(error, error, Noise.NONE).verdict()).isEqualTo(Verdict.STILL_FAILS);
  }

  @Test
  @DisplayName("What differs between two answers of one build is left out, and named")
  void noise() {
    String json = "{\"at\":%d,\"rows\":[{\"id\":1,\"ms\":%d},{\"id\":2,\"ms\":7}],\"n\":%d}";
    Message.Response first = structure(json.formatted(1, 3, 5));
    Noise noise = Noise.between(first, structure(json.formatted(2, 4, 5)));
    assertThat(noise.places())
        .containsExactly("structuredContent.at", "structuredContent.rows[0].ms");
    assertThat(Comparison.of(first, structure(json.formatted(9, 9, 5)), noise).text())
        .isEqualTo("same (left out: structuredContent.at, structuredContent.rows[0].ms)");
    assertThat(Comparison.of(first, structure(json.formatted(1, 9, 6)), noise).text())
        .isEqualTo("changed: structuredContent.n: 5 → 6 (left out: structuredContent.rows[0].ms)");
    Message.Response more =
        structure(
            "{\"at\":1,\"rows\":[{\"id\":1,\"ms\":8},{\"id\":2,\"ms\":7},{\"id\":3}],\"n\":5}");
    assertThat(Comparison.of(first, more, noise).text())
        .isEqualTo("changed: structuredContent.rows: 2 elements → 3 ([2]: added {\"id\":3})");
  }

  @Test
  @DisplayName("A list or a text whose length differs between two answers is noise as a whole")
  void wholeNoise() {
    assertThat(Noise.between(structure("{\"a\":[1,2]}"), structure("{\"a\":[1]}")).places())
        .containsExactly("structuredContent.a");
    Noise lines = Noise.between(text("a\nb"), text("a\nb\nc"));
    assertThat(lines.places()).containsExactly("content[0].text");
    assertThat(Comparison.of(text("a"), text("z"), lines).verdict()).isEqualTo(Verdict.SAME);
    Noise line = Noise.between(text("a\n1\nc"), text("a\n2\nc"));
    assertThat(line.places()).containsExactly("content[0].text line 2");
    assertThat(Comparison.of(text("a\n1\nc"), text("a\n3\nd"), line).text())
        .isEqualTo(
            "changed: content[0].text line 3: \"c\" → \"d\" (left out: content[0].text line 2)");
  }

  @Test
  @DisplayName("Places to ignore may have a star for any key or index")
  void ignored() {
    Noise noise =
        Noise.of(
            List.of(
                Noise.path("structuredContent.rows[*].ms").orElseThrow(),
                Noise.path("content[0].text line *").orElseThrow()));
    assertThat(
            Comparison.of(
                    structure("{\"rows\":[{\"ms\":1},{\"ms\":2}]}"),
                    structure("{\"rows\":[{\"ms\":5},{\"ms\":6}]}"),
                    noise)
                .text())
        .isEqualTo("same (left out: structuredContent.rows[0].ms, structuredContent.rows[1].ms)");
  }

  @Test
  @DisplayName("Very different answers of many megabytes are compared without matching everything")
  void large() {
    StringBuilder one = new StringBuilder("[0");
    StringBuilder two = new StringBuilder("[9");
    for (int i = 1; i < 500_000; i++) {
      one.append(",\"").append(i).append('"');
      two.append(",\"").append(-i).append('"');
    }
    Message.Response first = structure(one.append(']').toString());
    assertThat(compared(first, structure(two + "]"))).endsWith(" and 9995 or more");
    assertThat(compared(first, structure(two + ",1]")))
        .isEqualTo("changed: structuredContent: 500,000 elements → 500,001 ([0]: 0 → 9)");
  }

  @Test
  @DisplayName("Lists in lists that all differ in length cost little, and so does deep nesting")
  void nested() {
    String one = "1";
    String two = "2";
    for (int i = 0; i < 60; i++) {
      one = "[0," + one + ",0]";
      two = "[0," + two + ",0,0]";
    }
    assertThat(compared(structure(one), structure(two))).startsWith("changed: structuredContent");
    String deep = "[".repeat(900) + "%d" + "]".repeat(900);
    assertThat(compared(structure(deep.formatted(1)), structure(deep.formatted(2))))
        .startsWith("changed: structuredContent[0]");
  }
}
