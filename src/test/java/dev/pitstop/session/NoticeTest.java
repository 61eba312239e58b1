package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the agent reads of restarts, and our tools among the server's.
@ExtendWith(Sessions.class)
class NoticeTest {
  /// A server that has crashed and come back, so that a notice waits.
  private static FakeServer restarted(SessionDriver d, String... tools) {
    FakeServer s = d.connect("a");
    d.requestTo(s, "\"setup\"", "resources/read", "{\"uri\":\"x:1\"}");
    s.child().exit(1);
    FakeServer now = d.spawned().comeUp(tools);
    JsonObject read = now.expect("resources/read");
    if (tools.length != 1 || !tools[0].equals("a")) {
      d.notified("notifications/tools/list_changed");
    }
    now.answer(read, "{\"contents\":[]}");
    assertThat(d.result("\"setup\"").toString())
        .as("not a tool result")
        .doesNotContain("[pitstop]");
    return now;
  }

  @Test
  @DisplayName("one block in front of content, once, and beside an open structure a member")
  void once(SessionDriver d) {
    FakeServer s = restarted(d, "a");
    d.call("1", "a");
    String structured = "\"structuredContent\":{\"content\":[]},\"_meta\":{\"k\":1}";
    s.answer(
        s.expectCall("a"),
        "{" + structured + ",\"content\":[{\"type\":\"text\",\"text\":\"own\"}]}");
    JsonObject r = d.result("1");
    assertThat(Json.at(r, "content").getAsJsonArray()).hasSize(2);
    assertThat(Json.text(r, "content", 0, "text"))
        .startsWith("[pitstop] Server `fake` was restarted (spawn #2). Tools unchanged.");
    assertThat(Json.text(r, "content", 1, "text")).isEqualTo("own");
    assertThat(Json.at(r, "structuredContent", "content").getAsJsonArray()).isEmpty();
    assertThat(Json.text(r, "structuredContent", "pitstop_notice"))
        .isEqualTo(Json.text(r, "content", 0, "text"));
    assertThat(Json.at(r, "_meta")).hasToString("{\"k\":1}");
    d.servedBy(s, "2", "a", "own");
  }

  @Test
  @DisplayName("of two calls in flight the first answer takes it")
  void concurrent(SessionDriver d) {
    FakeServer s = restarted(d, "a");
    d.call("1", "a");
    JsonObject first = d.callTo(s, "2", "a");
    JsonObject second = s.expectCall("a");
    s.text(second, "two");
    s.text(first, "one");
    assertThat(d.text("2")).contains("[pitstop]").endsWith("two");
    assertThat(d.text("1")).isEqualTo("one");
  }

  @Test
  @DisplayName("a JSON-RPC error carries it at the end of its message")
  void error(SessionDriver d) {
    FakeServer s = restarted(d, "a");
    s.refuse(d.callTo(s, "1", "unheard-of"), -32602, "Unknown tool");
    assertThat(Json.text(d.error("1"), "message")).startsWith("Unknown tool\n[pitstop] Server");
    d.servedBy(s, "2", "a", "own");
  }

  @Test
  @DisplayName(
      "an interim result and a task's handle leave it for the complete one; empty content takes it")
  void interim(SessionDriver d) {
    FakeServer s = restarted(d, "a");
    s.answer(d.callTo(s, "1", "a"), "{\"resultType\":\"input_required\",\"content\":[]}");
    assertThat(Json.at(d.result("1"), "content").getAsJsonArray()).isEmpty();
    s.answer(d.callTo(s, "2", "a"), "{\"task\":{\"taskId\":\"t\"}}");
    assertThat(d.result("2")).hasToString("{\"task\":{\"taskId\":\"t\"}}");
    s.answer(d.callTo(s, "3", "a"), "{\"content\":[ ]}");
    assertThat(Json.at(d.result("3"), "content").getAsJsonArray()).hasSize(1);
  }

  @Test
  @DisplayName("an answer of the replaced incarnation does not carry the notice of the new one")
  void notInTheOldOnes(SessionDriver d, @Serving("a") FakeServer first) {
    JsonObject call = d.callTo(first, "1", "a");
    FakeServer second = d.recompiling("2").comeUp("a");
    d.text("2");
    first.text(call, "old");
    assertThat(d.text("1")).isEqualTo("old");
    first.child().awaitStop();
    assertThat(d.callAnswered(second, "3", "a", "new"))
        .as("recompile has told it")
        .isEqualTo("new");
  }

  @Test
  @DisplayName("a tool of the server wins over ours, which is found under pitstop_NAME")
  void nameClash(
      SessionDriver d, @Serving("recompile pitstop_server_status server_status") FakeServer s) {
    d.request("1", "tools/list", "{}");
    s.list("recompile", "pitstop_server_status", "server_status");
    assertThat(Json.names(Json.at(d.result("1"), "tools")))
        .startsWith("recompile", "pitstop_server_status", "server_status")
        .contains("pitstop_recompile", "pitstop_pitstop_server_status", "stop_server")
        .doesNotHaveDuplicates();
    d.servedBy(s, "2", "recompile", "the server's");
    assertThat(d.callForText("3", "pitstop_pitstop_server_status"))
        .contains("Server `fake`: running");
  }

  @Test
  @DisplayName("call_tool passes the call on, search_tools shows the schemas")
  void callTool(SessionDriver d, @Serving("a") FakeServer s) {
    d.request(
        "1",
        "tools/call",
        "{\"name\":\"call_tool\",\"arguments\":{\"tool\":\"a\",\"arguments\":{\"x\":[1]}},"
            + "\"_meta\":{\"progressToken\":3}}");
    JsonObject call = s.expectCall("a");
    assertThat(call.get("params"))
        .hasToString("{\"name\":\"a\",\"arguments\":{\"x\":[1]},\"_meta\":{\"progressToken\":3}}");
    d.saidBy(s, "notifications/progress", "{\"progressToken\":3,\"progress\":1}");
    s.text(call, "through");
    assertThat(d.text("1")).isEqualTo("through");
    assertThat(d.callForText("2", "call_tool", "{\"tool\":7}")).contains("`tool` must be a string");
    assertThat(d.callForText("3", "search_tools"))
        .contains("`a`", "input: {\"type\":\"object\"}", "has 1 tool");
  }

  @Test
  @DisplayName("our tools answer while a build runs and the server hangs")
  void alwaysThere(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    s.child().input().stick();
    d.call("1", "recompile");
    var build = d.builder.next();
    JsonObject r = d.callForResult("2", "server_status");
    assertThat(Json.text(r, "_meta", "dev.pitstop/facts", "state")).isEqualTo("building");
    assertThat(Json.at(r, "_meta", "dev.pitstop/facts", "spawns").getAsInt()).isEqualTo(1);
    d.callForResult("3", "binary_info");
    d.callForResult("4", "server_stderr", "{\"lines\":\"5\"}");
    build.fail("no");
    d.text("1");
  }
}
