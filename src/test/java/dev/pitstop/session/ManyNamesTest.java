package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tools, prompts and completions of many servers find their owner, and nothing but the name is
/// changed.
@ExtendWith(Sessions.class)
class ManyNamesTest {
  @Test
  @DisplayName("the name is the only thing that changes in a call, and its answer passes whole")
  void onlyTheName(@Legacy ManyWire w) {
    w.addLegacy("one", Offer.tools("echo"));
    WireServer two = w.addLegacy("two", Offer.tools("echo"));
    w.opened("7");
    w.send(
        "{ \"params\" : {\"arguments\":{\"name\":\"two__echo\", \"n\": 1.0e0,\"é\":\"\\u00e9\"},"
            + "\"x\":[ ],\"name\" : \"two__echo\" } ,\"method\":\"tools/call\",\"id\":7,"
            + "\"jsonrpc\":\"2.0\"}");
    assertThat(two.raw())
        .isEqualTo(
            "{ \"params\" : {\"arguments\":{\"name\":\"two__echo\", \"n\": 1.0e0,\"é\":\"\\u00e9\"},"
                + "\"x\":[ ],\"name\" : \"echo\" } ,\"method\":\"tools/call\",\"id\":7,"
                + "\"jsonrpc\":\"2.0\"}");
    String answer =
        "{\"id\":7, \"result\":{\"_meta\":{\"k\":[1.0 ]},\"content\":[ ],\"structuredContent\":{\"a\":1.50},"
            + "\"isError\":true,\"unknown\":{}},\"jsonrpc\":\"2.0\"}";
    two.say(answer);
    assertThat(w.line()).isEqualTo(answer);
  }

  @Test
  @DisplayName("a tool `a__b` of server `s` is `s__a__b`, split at the first `__`")
  void twoUnderscores(@Legacy ManyWire w) {
    WireServer s = w.addLegacy("s", Offer.tools("a__b", "__x"));
    for (String inner : new String[] {"a__b", "__x"}) {
      w.call("1", "s__" + inner);
      JsonObject call = s.expect("tools/call");
      assertThat(Json.text(call, "params", "name")).isEqualTo(inner);
      s.answer(call, "{\"content\":[]}");
      w.result("1");
    }
  }

  @Test
  @DisplayName("unknown tools and prompts are -32602, and the nearest names are told")
  void unknown(@Legacy ManyWire w) {
    w.addLegacy("s", Offer.tools("weather").prompts("greet"));
    JsonObject tool = w.callForError("1", "s2__weather");
    assertThat(tool.get("code").getAsInt()).isEqualTo(-32602);
    assertThat(Json.text(tool, "message")).contains("s__weather");
    JsonObject prompt = w.requestForError("2", "prompts/get", "{\"name\":\"gree\"}");
    assertThat(prompt.get("code").getAsInt()).isEqualTo(-32602);
    assertThat(Json.text(prompt, "message")).contains("s__greet");
    assertThat(w.requestForCode("3", "prompts/get", "{\"name\":17}")).isEqualTo(-32602);
    assertThat(w.requestForCode("4", "tools/call", "{}")).isEqualTo(-32602);
  }

  @Test
  @DisplayName("a prompt goes to its owner by its own name")
  void prompts(@Legacy ManyWire w) {
    w.addLegacy("one", Offer.tools().prompts("greet"));
    WireServer two = w.addLegacy("two", Offer.tools().prompts("greet"));
    JsonObject get =
        w.requestTo(
            two,
            "1",
            "prompts/get",
            "{\"name\":\"two__greet\",\"arguments\":{\"who\":\"two__greet\"}}");
    assertThat(get.get("params"))
        .hasToString("{\"name\":\"greet\",\"arguments\":{\"who\":\"two__greet\"}}");
    two.answer(get, "{\"messages\":[]}");
    assertThat(w.result("1")).hasToString("{\"messages\":[]}");
  }

  @Test
  @DisplayName("a completion goes to the owner of the prompt, or of the template")
  void completion(@Legacy ManyWire w) {
    w.addLegacy("one", Offer.tools().prompts("greet"));
    WireServer two =
        w.addLegacy(
            "two",
            Offer.tools().prompts("greet").resources(List.of(), List.of("db://{table}/{id}{?q}")));
    String rest = ",\"argument\":{\"name\":\"who\",\"value\":\"J\"}";
    JsonObject prompt =
        w.requestTo(
            two,
            "1",
            "completion/complete",
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"two__greet\",\"title\":\"x\"}"
                + rest
                + "}");
    assertThat(prompt.get("params"))
        .hasToString(
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\",\"title\":\"x\"}" + rest + "}");
    two.answer(prompt, "{\"completion\":{\"values\":[\"Jo\"]}}");
    assertThat(w.result("1")).hasToString("{\"completion\":{\"values\":[\"Jo\"]}}");
    String params =
        "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"db://{table}/{id}{?q}\"}" + rest + "}";
    JsonObject template = w.requestTo(two, "2", "completion/complete", params);
    assertThat(template.get("params")).hasToString(params);
    two.refuse(template, -32000, "no");
    assertThat(w.code("2")).isEqualTo(-32000);
    assertThat(
            w.requestForCode(
                "3",
                "completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"x://y\"}" + rest + "}"))
        .isEqualTo(-32602);
    assertThat(w.requestForCode("4", "completion/complete", "{}")).isEqualTo(-32602);
  }

  @Test
  @DisplayName("a method that nobody knows goes to none of them, even if there is one only")
  void unknownMethods(@Legacy ManyWire w) {
    assertThat(w.requestForCode("0", "vendor/x", "{}")).isEqualTo(-32601);
    w.addLegacy("s", Offer.tools("t"));
    assertThat(w.requestForCode("1", "vendor/x", "{\"a\":1}")).isEqualTo(-32601);
    w.addLegacy("t", Offer.tools("t"));
    assertThat(w.requestForCode("2", "vendor/x", "{}")).isEqualTo(-32601);
  }

  @Test
  @DisplayName("a request between `initialize` and `initialized` is served")
  void beforeInitialized(ManyWire w) {
    w.initialize("2025-06-18");
    WireServer s = w.addLegacy("s", Offer.tools("t"));
    w.call("1", "s__t");
    s.answer(s.expect("tools/call"), "{\"content\":[]}");
    w.result("1");
  }

  @Test
  @DisplayName("a cancellation goes to the owner only, under the id that it knows")
  void cancelled(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", Offer.tools("t", "sync"));
    WireServer two = w.addLegacy("two", Offer.tools("t", "sync"));
    w.call("1.0", "two__t");
    JsonObject call = two.expect("tools/call");
    assertThat(call.get("id").toString())
        .as("1.0 is no id that a server echoes")
        .isNotEqualTo("1.0");
    w.cancel("1.0");
    JsonObject cancelled = two.expect("notifications/cancelled");
    assertThat(Json.at(cancelled, "params", "requestId")).isEqualTo(call.get("id"));
    two.answer(call, "{\"content\":[]}");
    w.sync(one);
    w.sync(two);
  }

  @Test
  @DisplayName("equal progress tokens at two servers; progress of an ended call is dropped")
  void progress(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", Offer.tools("t", "sync"));
    WireServer two = w.addLegacy("two", Offer.tools("t", "sync"));
    w.request("1", "tools/call", "{\"name\":\"one__t\",\"_meta\":{\"progressToken\":5}}");
    JsonObject first =
        w.requestTo(
            one, "2", "tools/call", "{\"name\":\"two__t\",\"_meta\":{\"progressToken\":5}}");
    JsonObject second = two.expect("tools/call");
    String progress = "{\"progressToken\":5,\"progress\":1}";
    w.saidBy(one, "notifications/progress", progress);
    one.answer(first, "{\"content\":[]}");
    w.result("1");
    one.notify("notifications/progress", progress);
    w.sync(one);
    w.saidBy(two, "notifications/progress", progress);
    two.answer(second, "{\"content\":[]}");
    w.result("2");
  }
}
