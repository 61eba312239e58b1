package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the agent knows is not told again, and what only some readers saw is told once more.
@ExtendWith(Sessions.class)
class ToldTwiceTest {
  private static final String CLOSED =
      "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
          + "{\"name\":\"shut\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
          + "{\"type\":\"object\",\"additionalProperties\":false}}]}";
  private static final String OPEN = CLOSED.replace(":false", ":true");
  private static final String STRUCTURED =
      "{\"content\":[{\"type\":\"text\",\"text\":\"own\"}],\"structuredContent\":{\"n\":1}}";

  /// Came up, crashed and was started by a call that is no tool call.
  private static FakeServer restarted(SessionDriver d, String before, String now) {
    FakeServer s = d.begin();
    d.greeted(s);
    d.notify("notifications/initialized", "{}");
    s.expect("notifications/initialized");
    s.answer(s.expect("tools/list"), before);
    d.awaitTools("a", "shut");
    d.crash(s, 3);
    d.request("\"r\"", "resources/read", "{\"uri\":\"x:1\"}");
    FakeServer again = d.spawned().handshake();
    again.answer(again.expect("tools/list"), now);
    if (!before.equals(now)) {
      d.notified("notifications/tools/list_changed");
    }
    again.answer(again.expect("resources/read"), "{\"contents\":[]}");
    d.result("\"r\"");
    return again;
  }

  private static JsonObject call(
      SessionDriver d, FakeServer s, String id, String tool, String own) {
    s.answer(d.callTo(s, id, tool), own);
    return d.result(id);
  }

  @Test
  @DisplayName("beside a closed structure it is told once more, with the next that all read")
  void halfTold(SessionDriver d) {
    FakeServer s = restarted(d, CLOSED, CLOSED);
    JsonObject first = call(d, s, "1", "shut", STRUCTURED);
    assertThat(Json.text(first, "content", 0, "type")).isEqualTo("resource");
    assertThat(Json.text(first, "content", 0, "resource", "text"))
        .startsWith("[pitstop] Server `fake` was restarted (spawn #2)")
        .contains("crashed with exit code 3");
    assertThat(Json.at(first, "structuredContent")).hasToString("{\"n\":1}");
    assertThat(call(d, s, "2", "shut", STRUCTURED)).hasToString(STRUCTURED);
    assertThat(d.callAnswered(s, "3", "a", "own"))
        .isEqualTo(Json.text(first, "content", 0, "resource", "text") + "\nown");
    d.servedBy(s, "4", "a", "own");
  }

  @Test
  @DisplayName("a tool whose schema was once closed never gets a member of ours")
  void closedBefore(SessionDriver d) {
    FakeServer s = restarted(d, CLOSED, OPEN);
    JsonObject first = call(d, s, "1", "shut", STRUCTURED);
    assertThat(Json.at(first, "structuredContent")).hasToString("{\"n\":1}");
    assertThat(Json.text(first, "content", 0, "type")).isEqualTo("resource");
  }

  @Test
  @DisplayName("an open one has it as a member, and then it has been told")
  void open(SessionDriver d) {
    FakeServer s = restarted(d, OPEN, OPEN);
    JsonObject first = call(d, s, "1", "shut", STRUCTURED);
    assertThat(Json.text(first, "structuredContent", "pitstop_notice"))
        .isEqualTo(Json.text(first, "content", 0, "text"));
    d.servedBy(s, "2", "a", "own");
  }

  @Test
  @DisplayName("a tool that is not listed counts as closed")
  void unlisted(SessionDriver d) {
    FakeServer s = restarted(d, OPEN, OPEN);
    JsonObject first = call(d, s, "1", "hidden", STRUCTURED);
    assertThat(Json.at(first, "structuredContent")).hasToString("{\"n\":1}");
  }

  @Test
  @DisplayName("a large result leaves it waiting for the next")
  void waits(SessionDriver d) {
    FakeServer s = restarted(d, CLOSED, CLOSED);
    String large = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(17_000) + "\"}]}";
    assertThat(call(d, s, "1", "a", large)).hasToString(large);
    assertThat(d.callAnswered(s, "2", "a", "own"))
        .startsWith("[pitstop] Server `fake` was restarted");
  }

  @Test
  @DisplayName("a crash that a failed call has told is not in the notice, which is short")
  void crashIsKnown(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.child().exit(3);
    assertThat(d.text("1")).contains("crashed with exit code 3");
    FakeServer now = d.callStarting("2", "a").comeUp("a");
    now.text(now.expectCall("a"), "own");
    assertThat(d.text("2"))
        .isEqualTo("[pitstop] Server `fake` was restarted (spawn #2). Tools unchanged.\nown");
  }

  @Test
  @DisplayName("one that only another request was told of is: no model reads that")
  void crashIsNotKnown(SessionDriver d, @Serving("a") FakeServer s) {
    d.requestTo(s, "1", "custom/act", "{}");
    s.child().exit(3);
    assertThat(Json.text(d.error("1"), "message")).contains("crashed with exit code 3");
    FakeServer now = d.callStarting("2", "a").comeUp("a");
    now.text(now.expectCall("a"), "own");
    assertThat(d.text("2")).contains("Spawn #1 crashed with exit code 3");
  }

  @Test
  @DisplayName("in report mode a call that says why it is down has told of the crash")
  void downIsKnown(@Reports SessionDriver d, @Serving("a") FakeServer s) {
    d.crash(s, 3);
    d.notified("notifications/tools/list_changed");
    assertThat(d.callForText("1", "a")).contains("is down", "crashed with exit code 3");
    d.recompiling("2").comeUp("a");
    assertThat(d.text("2")).doesNotContain("crashed");
  }

  @Test
  @DisplayName("how a start failed is known as well, if a call has said it")
  void failedStartIsKnown(SessionDriver d, @Begun FakeServer s) {
    s.expect("initialize");
    s.child().exit(7);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    FakeServer again = d.callStarting("1", "a");
    again.expect("initialize");
    again.child().exit(8);
    assertThat(d.text("1")).contains("exit code 8");
    FakeServer now = d.callStarting("2", "a").handshake();
    JsonObject call = now.expectCall("a");
    now.list("a");
    d.notified("notifications/tools/list_changed");
    now.text(call, "own");
    assertThat(d.text("2"))
        .startsWith("[pitstop] Server `fake` was restarted (spawn #3)")
        .doesNotContain("exit code");
  }

  @Test
  @DisplayName("--set notices=off: results stay as they are; server_status tells what waits, once")
  void off() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.silent())) {
      FakeServer s = restarted(d, CLOSED, OPEN);
      assertThat(call(d, s, "1", "shut", STRUCTURED)).hasToString(STRUCTURED);
      d.servedBy(s, "2", "a", "own");
      assertThat(d.callForText("3", "server_status"))
          .contains(
              "Notices that no result carried (--set notices=off):\n[pitstop]"
                  + " Server `fake` was restarted",
              "crashed with exit code 3");
      assertThat(d.callForText("4", "server_status")).doesNotContain("--set notices=off");
    }
  }
}
