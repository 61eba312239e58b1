package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What is read of a message is read from spans of its bytes.
@DisplayName("Json")
class JsonTest {
  private static final byte[] DOCUMENT =
      """
       { "name" : "a\\u0062\\n" , "n":-1.5, "t":true,"f":false, "nil":null,
         "list": [ 1 , "two",[3],{} ],"empty":[],
         "params": {"_meta":{"progressToken":7}}, "é":1, "\\u00e9x":2, "n":2 }
      """
          .getBytes(UTF_8);
  private static final Span ROOT = Json.validate(DOCUMENT).orElseThrow();

  private static String member(String key) {
    return Json.member(DOCUMENT, ROOT, key).text(DOCUMENT);
  }

  @Test
  void member() {
    assertThat(member("name")).isEqualTo("\"a\\u0062\\n\"");
    assertThat(member("n")).as("the last of two").isEqualTo("2");
    assertThat(member("é")).isEqualTo("1");
    assertThat(member("éx")).isEqualTo("2");
    for (String absent : List.of("", "nam", "names", "N", "ê", "éy", "progressToken")) {
      assertThat(Json.member(DOCUMENT, ROOT, absent)).isEqualTo(Span.NONE);
    }
    assertThat(Json.member(DOCUMENT, Json.member(DOCUMENT, ROOT, "list"), "a"))
        .isEqualTo(Span.NONE);
    assertThat(Json.member(DOCUMENT, Span.NONE, "a")).isEqualTo(Span.NONE);
  }

  @Test
  void path() {
    assertThat(Json.path(DOCUMENT, ROOT, "params", "_meta", "progressToken").text(DOCUMENT))
        .isEqualTo("7");
    assertThat(Json.path(DOCUMENT, ROOT, "params", "x", "progressToken").present()).isFalse();
    assertThat(Json.path(DOCUMENT, ROOT)).isEqualTo(ROOT);
  }

  @Test
  void elements() {
    Span list = Json.member(DOCUMENT, ROOT, "list");
    assertThat(Json.elements(DOCUMENT, list).stream().map(s -> s.text(DOCUMENT)))
        .containsExactly("1", "\"two\"", "[3]", "{}");
    assertThat(Json.elements(DOCUMENT, Json.member(DOCUMENT, ROOT, "empty"))).isEmpty();
    assertThat(Json.elements(DOCUMENT, ROOT)).isEmpty();
    assertThat(Json.elements(DOCUMENT, Span.NONE)).isEmpty();
  }

  @Test
  void members() {
    List<String> seen = new ArrayList<>();
    Json.members(
        DOCUMENT,
        ROOT,
        (key, value) -> seen.add(Json.string(DOCUMENT, key) + "=" + value.text(DOCUMENT)));
    assertThat(seen)
        .startsWith("name=\"a\\u0062\\n\"", "n=-1.5", "t=true")
        .endsWith("é=1", "éx=2", "n=2");
    Json.members(DOCUMENT, Span.NONE, (key, value) -> seen.clear());
    assertThat(seen).hasSize(11);
  }

  @Test
  void kinds() {
    assertThat(Json.isObject(DOCUMENT, ROOT)).isTrue();
    assertThat(Json.isArray(DOCUMENT, Json.member(DOCUMENT, ROOT, "list"))).isTrue();
    assertThat(Json.isString(DOCUMENT, Json.member(DOCUMENT, ROOT, "name"))).isTrue();
    assertThat(Json.isNumber(DOCUMENT, Json.member(DOCUMENT, ROOT, "n"))).isTrue();
    assertThat(Json.isTrue(DOCUMENT, Json.member(DOCUMENT, ROOT, "t"))).isTrue();
    for (Span other :
        List.of(Span.NONE, Json.member(DOCUMENT, ROOT, "f"), Json.member(DOCUMENT, ROOT, "nil"))) {
      assertThat(Json.isObject(DOCUMENT, other)).isFalse();
      assertThat(Json.isArray(DOCUMENT, other)).isFalse();
      assertThat(Json.isString(DOCUMENT, other)).isFalse();
      assertThat(Json.isNumber(DOCUMENT, other)).isFalse();
      assertThat(Json.isTrue(DOCUMENT, other)).isFalse();
    }
  }

  @Test
  void string() {
    byte[] b = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9é\\ud83d\\ude00\\ud800x\"".getBytes(UTF_8);
    assertThat(Json.string(b, Json.validate(b).orElseThrow()))
        .isEqualTo("\"\\/\b\f\n\r\téé\ud83d\ude00\ud800x");
    assertThat(Json.string(DOCUMENT, Json.member(DOCUMENT, ROOT, "n"))).isEmpty();
    assertThat(Json.string(DOCUMENT, Span.NONE)).isEmpty();
    byte[] notUtf8 = "\"\u00FF\"".getBytes(ISO_8859_1);
    assertThat(Json.string(notUtf8, new Span(0, 3))).isEqualTo("\uFFFD");
  }

  @Test
  void quote() {
    assertThat(Json.quote("")).isEqualTo("\"\"");
    assertThat(Json.quote("a\"\\/\b\f\n\r\t\u0000\u001f\u007f"))
        .isEqualTo("\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\"");
    assertThat(Json.quote("\u2028\u2029")).isEqualTo("\"\\u2028\\u2029\"");
    assertThat(Json.quote("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    assertThat(Json.quote("\ud83dx").getBytes(UTF_8)).isEqualTo("\"?x\"".getBytes(UTF_8));
  }

  @Test
  void quoteIsTheInverseOfStringForEveryCharacter() {
    for (int c = 0; c <= 0xFFFF; c++) {
      String s = "a" + (Character.isSurrogate((char) c) ? '?' : (char) c);
      byte[] quoted = Json.quote(s).getBytes(UTF_8);
      assertThat(Json.string(quoted, Json.validate(quoted).orElseThrow())).isEqualTo(s);
      assertThat(JsonParser.parseString(Json.quote(s)).getAsString()).isEqualTo(s);
    }
  }

  @Test
  void validate() {
    assertThat(Json.validate(" [1] ".getBytes(UTF_8))).contains(new Span(1, 4));
    assertThat(Json.validate("1".getBytes(UTF_8))).contains(new Span(0, 1));
    for (String bad : List.of("", " ", "[1", "1 1", "tru", "{\"a\"}")) {
      assertThat(Json.validate(bad.getBytes(UTF_8))).isEmpty();
    }
  }

  @Test
  void spansThatAreNoValueAreRefused() {
    byte[] b = "{\"a\":[1,2],\"b\":1}".getBytes(UTF_8);
    assertThatThrownBy(() -> Json.member(b, new Span(0, 9), "a"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Json.elements(b, new Span(5, 12)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
