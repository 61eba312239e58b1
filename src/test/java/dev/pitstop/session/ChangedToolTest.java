package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A refused call of a tool that takes other arguments than when the client first listed it: the
/// answer has the present schema.
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
    s.answer(d.requestTo(s, "1", "tools/list", "{}"), tool("x", "one"));
    d.result("1");
    return s;
  }

  private static FakeServer reloaded(SessionDriver d, boolean first, String tools) {
    FakeServer now = d.callStarting("\"reload\"", "recompile").handshake();
    now.answer(now.expect("tools/list"), tools);
    d.notified(CHANGED);
    return answered(d, now, first);
  }

  private static FakeServer answered(SessionDriver d, FakeServer now, boolean first) {
    if (first) { // the client does not fetch the list, and is not waited for again
      d.awaitTimerAndAdvance(Limits.UPTAKE_MILLIS);
    }
    assertThat(d.text("\"reload\"")).contains("estarted");
    return now;
  }

  @Test
  @DisplayName("the schema and the change, once, in the error result or the error's message")
  void changed(SessionDriver d) {
    listed(d);
    FakeServer s = reloaded(d, true, tool("y", "one"));
    s.answer(d.callTo(s, "2", "a", "{\"x\":\"1\"}"), "{\"content\":[]}"); // it is right after all
    assertThat(d.text("2")).isEmpty();
    s.refuse(d.callTo(s, "3", "a", "{\"x\":\"1\"}"), -32602, "missing y");
    assertThat(Json.text(d.error("3"), "message"))
        .startsWith("missing y\n[pitstop] `a` has changed: ")
        .contains("`y`", "\nIt takes: {\"type\":\"object\",\"properties\":{\"y\":");
    s.answer(d.callTo(s, "4", "a", "{\"x\":\"1\"}"), REFUSAL);
    assertThat(d.text("4")).isEqualTo("bad arguments");
    FakeServer t = reloaded(d, false, tool("z", "one"));
    t.answer(d.callTo(t, "5", "a", "{\"y\":\"1\"}"), REFUSAL);
    assertThat(d.text("5")).contains("bad arguments", "has changed", "`z`");
  }

  @Test
  @DisplayName(
      "nothing where the schema is the same or says the same; a list that the client has fetched may not have reached its model")
  void same(SessionDriver d) {
    FakeServer s = listed(d);
    s.answer(d.callTo(s, "2", "a"), REFUSAL);
    assertThat(d.text("2")).isEqualTo("bad arguments");
    FakeServer t = d.recompiling("\"reload\"").handshake();
    t.answer(t.expect("tools/list"), tool("x", "two"));
    answered(d, t, false); // words alone: the client is not told to fetch them
    t.answer(d.callTo(t, "3", "a"), REFUSAL);
    assertThat(d.text("3")).isEqualTo("bad arguments");
    FakeServer u = reloaded(d, true, tool("y", "two"));
    u.answer(d.requestTo(u, "4", "tools/list", "{}"), tool("y", "two"));
    d.result("4");
    u.answer(d.callTo(u, "5", "a"), REFUSAL);
    assertThat(d.text("5")).contains("bad arguments", "`a` has changed: ", "`y`");
    u.answer(d.callTo(u, "6", "a"), REFUSAL);
    assertThat(d.text("6")).isEqualTo("bad arguments");
  }
}
