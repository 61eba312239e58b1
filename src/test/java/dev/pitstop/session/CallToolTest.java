package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `call_tool` is the call that it stands for, in every respect.
@ExtendWith(Sessions.class)
class CallToolTest {
  /// What the server gets of this call.
  private static String onward(String params) {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("a");
      d.request("1", "tools/call", params.replace('\'', '"'));
      String line = s.child().nextLine();
      s.text(Json.parse(line), "x");
      assertThat(d.text("1")).isEqualTo("x");
      return line.substring(line.indexOf("\"params\":") + 9, line.length() - 1).replace('"', '\'');
    }
  }

  /// What this call is answered without a server.
  private static String refused(String params) {
    try (SessionDriver d = new SessionDriver()) {
      d.connect("a");
      d.request("1", "tools/call", params.replace('\'', '"'));
      return d.text("1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'call_tool','arguments':{'tool':'a','arguments':{ 'x':1.0 }}}"
            + " | {'name':'a','arguments':{ 'x':1.0 }}",
        "{'arguments':{'arguments':{'x':1},'tool':'a'},'_meta':{},'name':'call_tool'}"
            + " | {'arguments':{'x':1},'_meta':{},'name':'a'}",
        "{'name':'call_tool','arguments':{'tool':'a'}} | {'name':'a','arguments':{}}",
        "{'name':'call_tool','arguments':{'tool':'mcp__pitstop__s__q'}}"
            + " | {'name':'s__q','arguments':{}}",
        "{'name':'call_tool','arguments':{'tool':'mcp__q'}} | {'name':'mcp__q','arguments':{}}",
        "{'name':'call_tool','arguments':{'tool':'a','arguments':null}}"
            + " | {'name':'a','arguments':{}}",
        "{'n\\u0061me':'call_tool','argument\\u0073':{'too\\u006c':'\\u0061','arguments':{}}}"
            + " | {'n\\u0061me':'a','argument\\u0073':{}}",
        "{'name':'x','name':'call_tool','arguments':7,'arguments':{'tool':'a','arguments':{'x':1}}}"
            + " | {'name':'a','name':'a','arguments':{'x':1},'arguments':{'x':1}}",
        "{'name':'call_tool','arguments':{'tool':'b','tool':'a','arguments':{},'arguments':{'x':1}}}"
            + " | {'name':'a','arguments':{'x':1}}",
        "{'name':'call_tool','requestState':'s','arguments':{'tool':'a'},'inputResponses':{'w':{}}}"
            + " | {'name':'a','requestState':'s','arguments':{},'inputResponses':{'w':{}}}",
      })
  @DisplayName("only the name and the arguments are replaced, byte for byte")
  void splices(String params, String expected) {
    assertThat(onward(params)).isEqualTo(expected);
  }

  @Test
  @DisplayName("arguments written as a string are taken, on one line")
  void argumentsAsText() {
    String params =
        "{'name':'call_tool','arguments':{'tool':'a','arguments':'{\\n \\\"x\\\":\\\"\\\\n\\\"}'}}";
    assertThat(onward(params)).isEqualTo("{'name':'a','arguments':{  'x':'\\n'}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'tool':'a','x':1}",
        "{'tool':'a','args':{'x':1}}",
        "{'tool':'a','x':1,'arguments':{}}",
      })
  @DisplayName("arguments in the wrong place are not lost in silence")
  void misplaced(String arguments) {
    assertThat(refused("{'name':'call_tool','arguments':" + arguments + "}"))
        .contains("belong in `arguments`", "{\"tool\": \"a\", \"arguments\": {…}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'arguments':null",
        ",'arguments':'a'",
        ",'arguments':{'tool':7}",
        ",'arguments':{'tool':'a','arguments':[]}",
        ",'arguments':{'tool':'a','arguments':'x'}",
        ",'arguments':{'tool':'a','arguments':'[1]'}",
        ",'arguments':{'tool':'a','arguments':3}",
      })
  @DisplayName("what is wrong is answered with the right shape")
  void wrong(String more) {
    assertThat(refused("{'name':'call_tool'" + more + "}"))
        .contains("takes {\"tool\": \"NAME\", \"arguments\": {…}}", "must be");
  }

  @Test
  @DisplayName("the second round of a modern call arrives with its answers and its state")
  void secondRound(SessionDriver d, @Serving("a") FakeServer s) {
    d.request(
        "1",
        "tools/call",
        "{\"name\":\"call_tool\",\"arguments\":{\"tool\":\"a\"},\"requestState\":\"s\","
            + "\"inputResponses\":{\"who\":{\"action\":\"decline\"}}}");
    JsonObject call = s.expectCall("a");
    assertThat(call.getAsJsonObject("params").keySet()).contains("requestState", "inputResponses");
    s.text(call, "x");
    assertThat(d.text("1")).isEqualTo("x");
  }

  @Test
  @DisplayName("our own tools can be called through it, under the name they have now")
  void ourOwn(SessionDriver d, @Serving("server_status") FakeServer s) {
    assertThat(d.callForText("1", "call_tool", "{\"tool\":\"pitstop_server_status\"}"))
        .contains("Server `fake`: running");
    assertThat(
            d.callForResult(
                    "2",
                    "call_tool",
                    "{\"tool\":\"server_stderr\",\"arguments\":{\"lines\":\"5\"}}")
                .has("isError"))
        .isFalse();
    d.call("3", "call_tool", "{\"tool\":\"server_status\"}");
    s.text(s.expectCall("server_status"), "the server's");
    assertThat(d.text("3")).isEqualTo("the server's");
    assertThat(d.callForText("4", "call_tool", "{\"tool\":\"call_tool\",\"arguments\":{}}"))
        .contains("`tool` must be a string");
    d.call("5", "call_tool", "{\"tool\":\"recompile\"}");
    d.spawned().comeUp("server_status");
    assertThat(d.text("5")).contains("estarted server `fake`");
  }

  @Test
  @DisplayName("a call of ours through it can be cancelled, and is answered once")
  void cancelled(@Serving("a") @Builds SessionDriver d) {
    d.call("1", "call_tool", "{\"tool\":\"recompile\"}");
    var build = d.builder.next();
    d.cancel("1");
    d.sync();
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
  }

  @Test
  @DisplayName("our tools take `null` for no arguments")
  void argumentsOfOurs(@Serving("a") SessionDriver d) {
    assertThat(d.callForText("1", "server_status", "null")).contains("Server `fake`: running");
  }
}
