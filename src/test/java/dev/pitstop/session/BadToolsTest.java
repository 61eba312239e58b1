package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One bad tool does not cost the client the others: it is left out of the list, the agent is told
/// once, and `call_tool` reaches it.
@ExtendWith(Sessions.class)
class BadToolsTest {
  private static final String GOOD = "{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}}";

  private static String list(String tool) {
    return "{\"tools\":[" + tool.replace('\'', '"') + "," + GOOD + "]}";
  }

  private static JsonObject listed(SessionDriver d, FakeServer s, String tools) {
    s.answer(d.requestTo(s, "\"list\"", "tools/list", "{}"), tools);
    return d.result("\"list\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'bad','inputSchema':[]} | its `inputSchema` is not an object",
        "{'name':'bad','inputSchema':null} | its `inputSchema` is not an object",
        "{'name':'bad'} | its `inputSchema` is not an object",
        "{'name':'bad','inputSchema':{'anyOf':[{'type':'object'}]}} | does not have the type",
        "{'name':'bad','inputSchema':{'type':'string'}} | does not have the type \"object\"",
        "{'name':'bad','inputSchema':{'type':'object'},'title':1} | its `title` is not a string",
        "{'name':'bad','inputSchema':{'type':'object','required':7}} | is not a list of names",
        "{'name':'bad','inputSchema':{'type':'object','properties':{'a':'string'}}}"
            + " | its `inputSchema.properties.a` is not an object",
        "{'name':'bad','inputSchema':{'type':'object'},'annotations':{'readOnlyHint':'yes'}}"
            + " | its `annotations.readOnlyHint` is not true or false",
        "{'name':'bad','inputSchema':{'type':'object'},'_meta':null} | its `_meta` is not an object",
      })
  @DisplayName("what clients refuse a list for is left out, told once and callable")
  void withheld(String tool, String why, SessionDriver d) {
    FakeServer s = d.listing(list(tool), "bad", "good");
    assertThat(Json.at(listed(d, s, list(tool)), "tools").toString())
        .contains("\"good\"", "\"recompile\"")
        .doesNotContain("\"bad\"");
    assertThat(d.callAnswered(s, "1", "good", "done"))
        .startsWith("[pitstop] Server `fake`: the tool `bad` is not listed: ")
        .contains(why)
        .contains(
            ". Clients would refuse the whole list for it."
                + " `call_tool` can call a tool that is not listed.\n")
        .endsWith("done");
    d.call("2", "call_tool", "{\"tool\":\"bad\"}");
    s.text(s.expectCall("bad"), "reached");
    assertThat(d.text("2")).isEqualTo("reached");
    assertThat(d.callForText("3", "server_status"))
        .contains("\nProblem: the tool `bad` is not listed: ", why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'t','x':1.0,'inputSchema':{}} | {'name':'t','x':1.0,'inputSchema':{'type':'object'}}",
        "{'name':'t','inputSchema':{'properties':{'a':{}}}}"
            + " | {'name':'t','inputSchema':{'type':'object','properties':{'a':{}}}}",
        "{'name':'t','inputSchema':{'a':1,'type':['null','object']}}"
            + " | {'name':'t','inputSchema':{'type':'object','a':1}}",
        "{'name':'t','inputSchema':{'type':'object','properties':{'a':true,'b':{'x':true}}}} |"
            + " {'name':'t','inputSchema':{'type':'object','properties':{'a':{},'b':{'x':true}}}}",
        "{'name':'t','inputSchema':{'type':'object'},"
            + "'outputSchema':{'type':'object','properties':{'a':true}}} |"
            + " {'name':'t','inputSchema':{'type':'object'},"
            + "'outputSchema':{'type':'object','properties':{'a':{}}}}",
        "{'name':'t',  'inputSchema':{'type':'object'}} | {'name':'t',  'inputSchema':{'type':'object'}}",
      })
  @DisplayName(
      "a schema that says the same in a form that all clients take is offered in that form")
  void offered(String tool, String as, SessionDriver d) {
    FakeServer s = d.listing(list(tool), "t", "good");
    s.answer(d.requestTo(s, "1", "tools/list", "{}"), list(tool));
    assertThat(d.line()).contains("[" + as.replace('\'', '"') + ",{\"name\":\"good\"");
    d.servedBy(s, "2", "good", "done");
  }

  @Test
  @DisplayName("`--set badTools=pass` lists everything, byte for byte")
  void passed() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.passingBadTools())) {
      String tool = "{'name':'bad','inputSchema':{'anyOf':[]}},{'name':'bad'},{'nameless':1}";
      FakeServer s = d.listing(list(tool), "bad", "bad", "good");
      s.answer(d.requestTo(s, "1", "tools/list", "{}"), list(tool));
      assertThat(d.line()).contains(tool.replace('\'', '"'));
      d.servedBy(s, "2", "good", "done");
    }
  }

  @Test
  @DisplayName("a tool whose name came before: the first stays")
  void twice(SessionDriver d) {
    String tool = GOOD.replace("}}", "},\"description\":\"first\"}");
    FakeServer s = d.listing(list(tool), "good", "good");
    assertThat(Json.at(listed(d, s, list(tool)), "tools").toString())
        .containsOnlyOnce("\"good\"")
        .contains("first");
    assertThat(d.callAnswered(s, "1", "good", "done"))
        .contains("the tool `good` is not listed: the name occurs twice");
  }

  @Test
  @DisplayName("a list in the server's place leaves it out too, and `call_tool` reaches it")
  void guessed(SessionDriver d) {
    String bad = list("{'name':'bad','inputSchema':7}");
    FakeServer s = d.listing(bad, "bad", "good");
    d.requestTo(s, "1", "tools/list", "{}"); // and gets no answer in time
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    assertThat(Json.at(d.result("1"), "tools").toString())
        .contains("\"good\"")
        .doesNotContain("\"bad\"");
    assertThat(d.callForText("2", "call_tool", "{\"tool\":\"good\"}"))
        .contains("Call `good` directly");
    d.call("3", "call_tool", "{\"tool\":\"bad\"}");
    s.text(s.expectAmongOthers("tools/call"), "reached");
    assertThat(d.text("3")).endsWith("reached");
  }
}
