package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Respawns;
import dev.pitstop.session.Sessions.Servers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the client is told when a run of one of many servers ends, or is about to.
@ExtendWith(Sessions.class)
class ManyEndsTest {
  @Test
  @DisplayName("what a replaced run says while it finishes its calls still reaches the client")
  void draining(@Servers("alpha") ManyDriver d) {
    FakeServer old = d.up("alpha", "slow");
    d.listNow("1");
    JsonObject call = d.client.callTo(old, "2", "alpha__slow");
    d.reload("3", "alpha");
    d.spawned("alpha").comeUp("slow");
    d.client.text("3");
    JsonObject said =
        d.client.saidBy(
            old, "notifications/message", "{\"level\":\"info\",\"data\":\"half done\"}");
    assertThat(Json.text(said, "params", "data")).isEqualTo("half done");
    old.text(call, "done");
    assertThat(d.client.text("2")).endsWith("done");
  }

  @Test
  @DisplayName("a crash is told with the next answer of the run that took its place")
  void crash(@Respawns @Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    d.listNow("1");
    s.child().exit(3);
    d.awaitState("alpha", "crashed");
    d.client.call("2", "alpha__a");
    FakeServer now = d.spawned("alpha").comeUp("a");
    now.text(now.expectCall("a"), "here");
    assertThat(d.client.text("2")).contains("exit code 3").endsWith("here");
    assertThat(d.client.callForText("3", "server_stderr", "{\"server\":\"alpha\"}"))
        .contains("exit code 3");
  }

  @Test
  @DisplayName("no other server's answer tells of it, although that comes first")
  void crashOfAnother() {
    try (ManyDriver d = ManyDriver.connected(respawning("alpha"), spec("beta"))) {
      FakeServer alpha = d.up("alpha", "a");
      FakeServer beta = d.up("beta", "b");
      d.listNow("1");
      alpha.child().exit(3);
      d.awaitState("alpha", "crashed");
      d.servedBy(beta, "2", "beta__b", "before");
      d.client.call("3", "alpha__a");
      FakeServer now = d.spawned("alpha").comeUp("a");
      JsonObject call = now.expectCall("a");
      d.servedBy(beta, "4", "beta__b", "between");
      now.text(call, "here");
      assertThat(d.client.text("3")).contains("exit code 3").endsWith("here");
      d.servedBy(beta, "5", "beta__b", "after");
    }
  }

  @Test
  @DisplayName("a signal that comes before the session has begun: nothing is started behind it")
  void shutDownBeforeItBegins() {
    ManyDriver d = new ManyDriver(spec("alpha"));
    FakeServer s = d.spawned("alpha");
    d.shutDown();
    s.child().awaitStop();
    d.start();
    d.client.end();
    d.awaitEnd();
    assertThat(d.spawner("alpha").noMore()).isTrue();
  }
}
