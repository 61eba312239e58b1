package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Servers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `server_status` and `list_servers` say what is still to come by itself.
@ExtendWith(Sessions.class)
class PendingTest {
  private static final String LINE = "Still under way: ";

  @Test
  @DisplayName("lists are under way until the server has answered, or its time is up")
  void lists(SessionDriver d) {
    FakeServer s = d.greeted();
    JsonObject asked = s.expect("tools/list");
    JsonObject result = d.callForResult("1", "server_status");
    assertThat(FakeClient.text(result)).contains("\n" + LINE + "the lists of `fake`.");
    assertThat(FakeClient.facts(result).get("pending")).hasToString("[\"the lists of `fake`\"]");
    s.answer(asked, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.server().awaitNothingPending();
    assertThat(d.callForText("2", "server_status")).contains("1 tool").doesNotContain(LINE);
    s.notify("notifications/tools/list_changed", "{}");
    s.expect("tools/list");
    d.sync(s);
    d.timers.advance(SessionDriver.LIST_MILLIS);
    d.server().awaitNothingPending();
    assertThat(d.callForText("3", "server_status")).doesNotContain(LINE);
  }

  @Test
  @DisplayName("with many servers there is one line, and it names the server")
  void many(@Servers("alpha beta") ManyDriver d) {
    d.list("0");
    d.up("alpha", "a");
    d.server("alpha").awaitNothingPending();
    FakeServer beta = d.spawned("beta").handshake();
    JsonObject asked = beta.expect("tools/list");
    for (String tool : new String[] {"server_status", "list_servers"}) {
      assertThat(d.client.callForText("\"1 " + tool + "\"", tool))
          .endsWith("\n" + LINE + "the lists of `beta`.");
    }
    beta.answer(asked, "{\"tools\":" + FakeServer.tools("b") + "}");
    d.server("beta").awaitNothingPending();
    assertThat(d.listed("0")).containsExactly("alpha__a", "beta__b");
    for (String tool : new String[] {"server_status", "list_servers"}) {
      assertThat(d.client.callForText("\"2 " + tool + "\"", tool)).doesNotContain(LINE);
    }
  }
}
