package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls of tools that are no longer listed. The server answers them, Pitstop explains.
@ExtendWith(Sessions.class)
class MissingToolTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  private static FakeServer without(SessionDriver d, String tool, String... tools) {
    d.connect(tool, "other");
    FakeServer now = d.callStarting("\"setup\"", "recompile").comeUp(tools);
    d.notified(CHANGED);
    assertThat(d.text("\"setup\"")).contains("`" + tool + "` removed");
    return now;
  }

  @Test
  @DisplayName("the server's error for a tool that went away gets nearest names and the change")
  void error(SessionDriver d) {
    FakeServer s = without(d, "weather", "get_weather", "other");
    s.refuse(d.callTo(s, "1", "weather"), -32602, "Unknown tool: weather");
    assertThat(Json.text(d.error("1"), "message"))
        .startsWith(
            "Unknown tool: weather\n[pitstop] Server `fake` no longer" + " has the tool `weather`")
        .contains("Similar names: `get_weather`", "- tool `weather` removed");
    s.refuse(d.callTo(s, "2", "weather"), -32000, "out of order");
    assertThat(Json.text(d.error("2"), "message")).isEqualTo("out of order");
  }

  @Test
  @DisplayName("an error result too, as some SDKs send one; also by way of call_tool")
  void errorResult(SessionDriver d) {
    FakeServer s = without(d, "weather", "get_weather", "other");
    d.call("1", "call_tool", "{\"tool\":\"weather\"}");
    s.answer(s.expectCall("weather"), "{\"content\":[],\"isError\":true}");
    assertThat(d.text("1")).contains("no longer has the tool `weather`", "get_weather");
    s.answer(d.callTo(s, "2", "other"), "{\"content\":[],\"isError\":true}");
    assertThat(d.text("2")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName(
      "a mistyped name, also by way of call_tool: the server's refusal, and the nearest names")
  void mistyped(boolean asResult, SessionDriver d, @Serving("get_weather other") FakeServer s) {
    d.call("1", "call_tool", "{\"tool\":\"get_wether\"}");
    if (asResult) {
      s.answer(s.expectCall("get_wether"), "{\"content\":[],\"isError\":true}");
      assertThat(d.text("1"))
          .isEqualTo(
              "[pitstop] Server `fake` has no tool `get_wether`.\nSimilar names: `get_weather`.");
    } else {
      s.refuse(s.expectCall("get_wether"), -32602, "Unknown tool");
      assertThat(Json.text(d.error("1"), "message"))
          .startsWith("Unknown tool\n[pitstop] Server `fake` has no tool")
          .contains("`get_weather`");
    }
    d.call("2", "get_wether"); // not by way of it
    s.refuse(s.expectCall("get_wether"), -32602, "Unknown tool");
    assertThat(Json.text(d.error("2"), "message"))
        .startsWith("Unknown tool\n[pitstop] Server `fake` has no tool");
    d.call("3", "call_tool", "{\"tool\":\"get_wether\"}"); // one that it does not list, and has
    s.text(s.expectCall("get_wether"), "fine");
    assertThat(d.text("3")).isEqualTo("fine");
    d.call("4", "call_tool", "{\"tool\":\"zzz\"}"); // nothing is near
    s.answer(s.expectCall("zzz"), "{\"content\":[],\"isError\":true}");
    assertThat(d.text("4")).isEmpty();
  }

  @Test
  @DisplayName("together with a notice the change is told once")
  void withNotice(SessionDriver d, @Serving("weather other") FakeServer old) {
    d.requestTo(old, "\"read\"", "resources/read", "{\"uri\":\"x:1\"}");
    old.child().exit(1);
    FakeServer s = d.spawned().comeUp("get_weather", "other");
    d.notified(CHANGED);
    s.answer(s.expect("resources/read"), "{\"contents\":[]}");
    d.result("\"read\"");
    s.answer(d.callTo(s, "1", "weather"), "{\"content\":[],\"isError\":true}");
    String text = d.text("1");
    assertThat(text).contains("was restarted", "Similar names: `get_weather`");
    assertThat(text.split("weather` removed", -1)).hasSize(2);
  }

  @Test
  @DisplayName("a tool that the server takes back is called, whatever its list said before")
  void takenBack(SessionDriver d, @Serving("a b") FakeServer s) {
    s.notify(CHANGED, "{}");
    s.list("a");
    d.notified(CHANGED);
    d.awaitTools("a");
    d.call("0", "b"); // without a word to anybody
    s.text(s.expectCall("b"), "own");
    assertThat(d.text("0")).isEqualTo("own");
    d.timers.advance(250); // between two questions for its lists
    s.notify(CHANGED, "{}");
    JsonObject list = s.expect("tools/list");
    d.call("1", "b"); // our own list is still under way
    s.answer(list, "{\"tools\":" + FakeServer.tools("a", "b") + "}");
    s.text(s.expectCall("b"), "own");
    assertThat(d.text("1")).isEqualTo("own");
  }

  @Test
  @DisplayName("`arguments` that are null are none")
  void nullArguments(@Serving("a") SessionDriver d) {
    assertThat(d.callForText("1", "server_status", "null")).contains("Server `fake`: running");
    assertThat(d.callForText("2", "server_status", "7"))
        .contains("[pitstop] `arguments` of `server_status` must be an object");
  }
}
