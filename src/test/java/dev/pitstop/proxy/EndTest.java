package dev.pitstop.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// F7: the end of the client's input.
class EndTest {
  @Test
  @DisplayName(
      "F7, F3: what is in flight when the input ends is still answered, then the server is stopped")
  void lastAnswers() {
    SessionDriver d = new SessionDriver();
    FakeServer s = d.connect("a");
    d.call("1", "a");
    JsonObject call = s.expectCall("a");
    d.endInput();
    s.text(call, "last");
    assertThat(d.text("1")).isEqualTo("last");
    assertThat(s.child().awaitStop()).isEqualTo("shut down");
    d.awaitEnd();
  }

  @Test
  @DisplayName("F7: the server dies on the way out: the call is answered, nothing is started again")
  void diesOnTheWayOut() {
    SessionDriver d = new SessionDriver();
    FakeServer s = d.connect("a");
    d.call("1", "a");
    s.expectCall("a");
    d.endInput();
    s.child().exit(3);
    assertThat(d.text("1")).contains("exit code 3");
    d.awaitEnd();
    assertThat(d.spawner.noMore()).isTrue();
  }

  @Test
  @DisplayName(
      "F7, R3: a build that runs is killed when its only follower cancels, and does not hold the end up")
  void cancelledBuild() {
    SessionDriver d = new SessionDriver(SessionDriver.Setup.PLAIN.building());
    FakeServer s = d.connect("a");
    d.call("1", "recompile");
    FakeBuild build = d.builder.next();
    d.cancel("1");
    d.sync();
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
    d.endInput();
    s.child().awaitStop();
    d.awaitEnd();
  }

  @Test
  @DisplayName("F7: a client that never said anything leaves nothing behind")
  void silentClient() {
    SessionDriver d = new SessionDriver();
    d.endInput();
    d.awaitEnd();
    assertThat(d.spawner.noMore()).isTrue();
  }
}
