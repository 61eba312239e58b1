package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Crashed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is told and counted of servers that do not come up.
@ExtendWith(Sessions.class)
class FailedStartTest {
  @Test
  @DisplayName("the first start crashes, the second serves: the notice tells how, and no diff")
  void secondServesFirst(SessionDriver d, @Begun FakeServer s) {
    s.expect("initialize");
    s.dies(7, "FATAL: no stations");
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    FakeServer now = d.callStarting("1", "a").handshake();
    JsonObject call = now.expectCall("a");
    now.list("a");
    d.notified("notifications/tools/list_changed");
    now.text(call, "own");
    assertThat(d.text("1"))
        .contains("spawn #2", "Spawn #1 crashed with exit code 7", "`FATAL: no stations`")
        .doesNotContain("unknown");
  }

  @Test
  @DisplayName("a server that was silent for too long at its start has not crashed")
  void silentIsNoCrash(SessionDriver d, @Begun FakeServer s) {
    s.expect("initialize");
    d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
    d.result("\"init\"");
    s.child().awaitStop();
    Await.until("its end", d.server()::ended);
    assertThat(d.callForText("1", "server_status"))
        .contains("stopped", "1 stopped by Pitstop, 0 crashed", " within 30.0 s");
  }

  @Test
  @DisplayName("an `initialize` that is answered by no message is a failed start, at once")
  void nonsense(SessionDriver d, @Begun FakeServer s) {
    JsonObject asked = s.expect("initialize");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":" + asked.get("id") + ",\"result\":{\"a\":}}");
    s.refuse(s.expect("server/discover"), -32601, "unknown");
    assertThat(d.result("\"init\"").toString())
        .contains("refused the handshake: its answer to `initialize` is not a valid message");
    s.child().awaitStop();
  }

  @Test
  @DisplayName("a call after stop_server, during a spawn that fails then, starts the server again")
  void failsAfterStop(@Crashed("a") SessionDriver d) {
    d.spawner.stick();
    d.spawner.refuse("as a test");
    d.call("1", "a");
    d.awaitState("starting");
    Await.until("the spawn", d.spawner::stuckNow);
    d.call("2", "stop_server");
    d.text("1"); // waited for the start that was stopped
    d.awaitState("draining");
    d.call("3", "a");
    Await.until("the held call", () -> d.server().held() == 1);
    d.spawner.release();
    FakeServer s = d.spawned().comeUp("a");
    s.text(s.expectCall("a"), "up");
    assertThat(d.next().toString() + d.next()).contains("was not running", "\"up\"");
  }
}
