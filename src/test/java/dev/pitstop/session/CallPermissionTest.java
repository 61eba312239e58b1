package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `call_tool` and `read_tool` reach what the client cannot call by itself, and nothing else: its
/// user's permissions for single tools count.
@ExtendWith(Sessions.class)
class CallPermissionTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  /// The client asks for the list of tools, and gets these of the server.
  private static void lists(SessionDriver d, FakeServer s, String id, String tools) {
    s.answer(d.requestTo(s, id, "tools/list", "{}"), "{\"tools\":" + tools + "}");
    d.result(id);
  }

  private static void through(SessionDriver d, String id, String with, String tool) {
    d.call(id, with, "{\"tool\":\"" + tool + "\"}");
  }

  /// What Pitstop answers itself.
  private static String told(SessionDriver d, String id, String with, String tool) {
    through(d, id, with, tool);
    return d.text(id);
  }

  private static FakeServer reloaded(SessionDriver d, String tools) {
    FakeServer now = d.callStarting("\"reload\"", "recompile").handshake();
    now.answer(now.expect("tools/list"), "{\"tools\":" + tools + "}");
    d.notified(CHANGED);
    d.awaitTimerAndAdvance(Limits.UPTAKE_MILLIS); // the client does not fetch the list
    assertThat(d.text("\"reload\"")).contains("estarted");
    return now;
  }

  @Test
  @DisplayName("what is on the client's list as it is now is to be called directly")
  void listed(SessionDriver d, @Serving("a ?b") FakeServer s) {
    through(d, "1", "call_tool", "a"); // there was no list yet
    s.text(s.expectCall("a"), "free");
    assertThat(d.text("1")).isEqualTo("free");
    lists(d, s, "2", FakeServer.tools("a", "?b"));
    assertThat(told(d, "3", "call_tool", "a"))
        .isEqualTo("[pitstop] Call `a` directly: your tool list shows it as it is now.");
    assertThat(told(d, "4", "read_tool", "b")).contains("Call `b` directly");
    assertThat(told(d, "5", "call_tool", "stop_server")).contains("Call `stop_server` directly");
  }

  @Test
  @DisplayName(
      "a new tool, and one that has changed since the list, are reached until it is fetched")
  void changed(SessionDriver d, @Serving("a b") FakeServer s) {
    lists(d, s, "1", FakeServer.tools("a", "b"));
    String now =
        "[{\"name\":\"a\",\"description\":\"other\",\"inputSchema\":{\"type\":\"object\"}},"
            + FakeServer.tools("b", "c").substring(1);
    FakeServer t = reloaded(d, now);
    for (String tool : new String[] {"a", "c"}) {
      through(d, "\"" + tool + "\"", "call_tool", tool);
      t.text(t.expectCall(tool), "reached");
      assertThat(d.text("\"" + tool + "\"")).contains("reached");
    }
    assertThat(told(d, "2", "call_tool", "b")).contains("Call `b` directly");
    lists(d, t, "3", now);
    assertThat(told(d, "4", "call_tool", "c")).contains("Call `c` directly");
  }

  @Test
  @DisplayName("`read_tool` calls only what is marked as read-only")
  void reads(SessionDriver d, @Serving("a ?b") FakeServer s) {
    through(d, "1", "read_tool", "b");
    s.text(s.expectCall("b"), "seen");
    assertThat(d.text("1")).isEqualTo("seen");
    assertThat(told(d, "2", "read_tool", "a"))
        .isEqualTo("[pitstop] `a` is not marked as read-only. `call_tool` can call it.");
    assertThat(told(d, "3", "read_tool", "unknown"))
        .contains("`unknown` is not marked as read-only");
    assertThat(told(d, "4", "read_tool", "stop_server")).contains("not marked as read-only");
    assertThat(told(d, "5", "read_tool", "server_status")).contains("Server `fake`: running");
    assertThat(told(d, "6", "read_tool", "call_tool")).contains("not marked as read-only");
  }
}
