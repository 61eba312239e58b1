package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The end that comes from outside, as SIGTERM does, while something is under way.
class ShutdownTest {
  /// Ends the session, whatever it does.
  private static void shutDown(SessionDriver d) {
    d.shutDown();
    d.endInput();
    d.awaitEnd();
    assertThat(d.spawner.noMore()).as("nothing is started any more").isTrue();
    assertThat(d.builder.noMore()).as("nothing is built any more").isTrue();
  }

  /// The answers to so many calls, by id.
  private static Map<String, String> answers(SessionDriver d, int calls) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < calls; i++) {
      JsonObject m = d.next();
      all.put(m.get("id").toString(), m.toString());
    }
    return all;
  }

  @Test
  @DisplayName("a build that runs is killed; whoever waits for it is answered")
  void whileBuilding() {
    SessionDriver d = new SessionDriver(Setup.PLAIN.building());
    FakeServer s = d.connect("a");
    d.callTo(s, "1", "a");
    d.call("2", "recompile");
    FakeBuild build = d.builder.next();
    d.call("3", "recompile");
    d.awaitReloadsWaiting(1);
    d.shutDown();
    assertThat(build.cancelled()).isTrue();
    assertThat(s.child().awaitStop()).isEqualTo("shut down");
    Map<String, String> answers = answers(d, 3);
    assertThat(answers.get("1")).contains("was stopped because Pitstop is shutting down");
    assertThat(answers.get("2")).contains("\"isError\":true", "given up");
    assertThat(answers.get("3")).contains("\"isError\":true", "given up");
    build.endCancelled();
    shutDown(d);
  }

  @Test
  @DisplayName("a build that succeeds although it was killed starts nothing")
  void buildThatSucceedsAllTheSame() {
    SessionDriver d = new SessionDriver(Setup.PLAIN.building());
    d.connect("a");
    d.call("1", "recompile");
    FakeBuild build = d.builder.next();
    d.shutDown();
    d.text("1");
    build.succeed();
    shutDown(d);
  }

  @Test
  @DisplayName("a server that starts beside the old one is stopped as well as that one")
  void whileStarting() {
    SessionDriver d = new SessionDriver();
    FakeServer old = d.connect("a");
    d.call("1", "recompile");
    FakeServer now = d.spawned();
    now.expect("initialize");
    d.shutDown();
    assertThat(old.child().awaitStop()).isEqualTo("shut down");
    assertThat(now.child().awaitStop()).isEqualTo("shut down");
    assertThat(d.text("1")).contains("given up");
    shutDown(d);
  }
}
