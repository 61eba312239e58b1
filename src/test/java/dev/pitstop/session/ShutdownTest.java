package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The end that comes from outside, as SIGTERM does, while something is under way.
@ExtendWith(Sessions.class)
class ShutdownTest {
  /// Ends the session, whatever it does. The answers to so many calls, by id.
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
  void whileBuilding(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    FakeBuild build = d.building("2");
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
    d.endInput();
  }

  @Test
  @DisplayName("a build that succeeds although it was killed starts nothing")
  void buildThatSucceedsAllTheSame(@Serving("a") @Builds SessionDriver d) {
    FakeBuild build = d.building("1");
    d.shutDown();
    d.text("1");
    build.succeed();
    d.endInput();
  }

  @Test
  @DisplayName("a server that starts beside the old one is stopped as well as that one")
  void whileStarting(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer now = d.recompiling("1");
    now.expect("initialize");
    d.shutDown();
    assertThat(old.child().awaitStop()).isEqualTo("shut down");
    assertThat(now.child().awaitStop()).isEqualTo("shut down");
    assertThat(d.text("1")).contains("given up");
    d.endInput();
  }
}
