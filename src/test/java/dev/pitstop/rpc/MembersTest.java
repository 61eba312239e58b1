package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What routing needs lies noted when a message has been read.
class MembersTest {
  private static Message.Request request(String params) {
    String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":" + params + "}";
    return (Message.Request) Codec.parse(text.getBytes(UTF_8));
  }

  private static String param(Message.Request r, String name) {
    return r.param(name).text(r.bytes());
  }

  @Test
  @DisplayName("members are found by name, with white space and nested values around them")
  void found() {
    Message.Request r = request(" { \"a\" : {\"name\":0} ,\"name\"\t: \"x\" , \"\" : [1] } ");
    assertThat(param(r, "name")).isEqualTo("\"x\"");
    assertThat(param(r, "a")).isEqualTo("{\"name\":0}");
    assertThat(param(r, "")).isEqualTo("[1]");
    assertThat(r.param("b")).isEqualTo(Span.NONE);
    assertThat(r.param("nam")).isEqualTo(Span.NONE);
    assertThat(request("{}").param("name")).isEqualTo(Span.NONE);
  }

  @Test
  @DisplayName("an escaped name is that name, and of two with one name the last counts")
  void escapedAndTwice() {
    assertThat(param(request("{\"n\\u0061me\":1}"), "name")).isEqualTo("1");
    assertThat(param(request("{\"name\":1,\"n\\u0061me\":2}"), "name")).isEqualTo("2");
    assertThat(param(request("{\"n\\u0061me\":1,\"name\":2}"), "name")).isEqualTo("2");
    assertThat(param(request("{\"a\\\"\":1}"), "a\"")).isEqualTo("1");
  }

  @Test
  @DisplayName("of two objects with one name the last one's members count")
  void objectTwice() {
    Message.Request r = request("{\"a\":1},\"params\":{\"b\":2}");
    assertThat(r.param("a")).isEqualTo(Span.NONE);
    assertThat(param(r, "b")).isEqualTo("2");
    Message.Request other = request("{\"a\":1},\"p\\u0061rams\":{\"b\":2}");
    assertThat(other.param("a")).isEqualTo(Span.NONE);
    assertThat(param(other, "b")).isEqualTo("2");
  }

  @Test
  @DisplayName("also of very many, the last counts")
  void many() {
    for (int count : new int[] {4, 5, 256, 2_560}) {
      StringBuilder params = new StringBuilder("{\"name\":\"first\"");
      for (int i = 2; i < count; i++) {
        params.append(",\"m").append(i).append("\":").append(i);
      }
      Message.Request r = request(params.append(",\"name\":\"last\"}").toString());
      assertThat(param(r, "name")).isEqualTo("\"last\"");
      assertThat(param(r, "m" + (count - 1))).isEqualTo(count > 2 ? "" + (count - 1) : "");
      assertThat(r.param("absent")).isEqualTo(Span.NONE);
    }
  }

  @Test
  @DisplayName("a result that is no object has no members; an error has its own")
  void resultsAndErrors() {
    byte[] list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[{\"a\":1}]}".getBytes(UTF_8);
    assertThat(((Message.Result) Codec.parse(list)).member("a")).isEqualTo(Span.NONE);
    // What JSON-RPC does not know here must not be mixed up with what it knows.
    byte[] both =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1},\"params\":{\"a\":2},\"x\":{\"a\":3}}"
            .getBytes(UTF_8);
    assertThat(((Message.Result) Codec.parse(both)).member("a").text(both)).isEqualTo("1");
    byte[] error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":7}}".getBytes(UTF_8);
    assertThat(((Message.Failure) Codec.parse(error)).member("code").text(error)).isEqualTo("7");
  }

  @Test
  @DisplayName("mistakes inside the noted objects are told as before")
  void mistakes() {
    for (String params :
        new String[] {"{", "{\"a\"", "{\"a\":}", "{\"a\":1,}", "{\"a\":1]", "{a"}) {
      String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":" + params;
      Message m = Codec.parse(text.getBytes(UTF_8));
      assertThat(m).isInstanceOf(Message.Malformed.class);
      assertThat(((Message.Malformed) m).detail()).contains(" at byte ");
    }
  }

  @Test
  @DisplayName("isEmptyArray looks at the beginning only")
  void emptyArray() {
    for (String text : new String[] {"[]", "[ \n\t\r]"}) {
      assertThat(Json.isEmptyArray(text.getBytes(UTF_8), new Span(0, text.length()))).isTrue();
    }
    for (String text : new String[] {"[1]", "[[]]", "{}", "\"[]\"", "1"}) {
      assertThat(Json.isEmptyArray(text.getBytes(UTF_8), new Span(0, text.length()))).isFalse();
    }
    assertThat(Json.isEmptyArray(new byte[0], Span.NONE)).isFalse();
  }
}
