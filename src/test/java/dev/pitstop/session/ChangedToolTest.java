package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A refused call of a tool that takes other arguments than when the client listed it: the answer
/// has the present schema.
@ExtendWith(Sessions.class)
class ChangedToolTest {
  private static final String CHANGED = "notifications/tools/list_changed";
  private static final String REFUSAL =
      "{\"content\":[{\"type\":\"text\",\"text\":\"bad arguments\"}],\"isError\":true}";

  private static String tool(String argument, String description) {
    return "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\""
        + argument
        + "\":{\"type\":\"string\",\"description\":\""
        + description
        + "\"}},\"required\":[\""
        + argument
        + "\"]}}]}";
  }

  private static FakeServer listed(SessionDriver d) {
    FakeServer s = d.listing(tool("x", "one"), "a");
    d.request("1", "tools/list", "{}");
    s.answer(s.expect("tools/list"), tool("x", "one"));
    d.result("1");
    return s;
  }

  private static FakeServer reloaded(SessionDriver d, boolean first, String tools) {
    d.call("\"reload\"", "recompile");
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), tools);
    d.notified(CHANGED);
    if (first) { // the client does not fetch the list, and is not waited for again
      d.awaitTimer(Limits.UPTAKE_MILLIS);
      d.timers.advance(Limits.UPTAKE_MILLIS);
    }
    assertThat(d.text("\"reload\"")).contains("estarted");
    return now;
  }

  @Test
  @DisplayName("the schema and the change, once, in the error result or the error's message")
  void changed(SessionDriver d) {
    listed(d);
    FakeServer s = reloaded(d, true, tool("y", "one"));
    d.call("2", "a", "{\"x\":\"1\"}");
    s.answer(s.expectCall("a"), "{\"content\":[]}"); // it is right after all
    assertThat(d.text("2")).isEmpty();
    d.call("3", "a", "{\"x\":\"1\"}");
    s.refuse(s.expectCall("a"), -32602, "missing y");
    assertThat(Json.text(d.error("3"), "message"))
        .startsWith("missing y\n[pitstop] `a` has changed since your tool list: ")
        .contains("`y`", "\nIt takes: {\"type\":\"object\",\"properties\":{\"y\":");
    d.call("4", "a", "{\"x\":\"1\"}");
    s.answer(s.expectCall("a"), REFUSAL);
    assertThat(d.text("4")).isEqualTo("bad arguments");
    FakeServer t = reloaded(d, false, tool("z", "one"));
    d.call("5", "a", "{\"y\":\"1\"}");
    t.answer(t.expectCall("a"), REFUSAL);
    assertThat(d.text("5")).contains("bad arguments", "has changed", "`z`");
  }

  @Test
  @DisplayName("nothing where the schema is the same, says the same, or the list was fetched")
  void same(SessionDriver d) {
    FakeServer s = listed(d);
    d.call("2", "a");
    s.answer(s.expectCall("a"), REFUSAL);
    assertThat(d.text("2")).isEqualTo("bad arguments");
    FakeServer t = reloaded(d, true, tool("x", "two"));
    d.call("3", "a");
    t.answer(t.expectCall("a"), REFUSAL);
    assertThat(d.text("3")).isEqualTo("bad arguments");
    FakeServer u = reloaded(d, false, tool("y", "two"));
    d.request("4", "tools/list", "{}");
    u.answer(u.expect("tools/list"), tool("y", "two"));
    d.result("4");
    d.call("5", "a");
    u.answer(u.expectCall("a"), REFUSAL);
    assertThat(d.text("5")).isEqualTo("bad arguments");
  }
}
