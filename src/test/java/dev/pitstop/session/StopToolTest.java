package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `stop_server` where looking for other processes fails.
@ExtendWith(Sessions.class)
class StopToolTest {
  @Test
  @DisplayName("stop_server is answered also when others cannot be looked for, and says why")
  void othersCannotBeLookedFor(SessionDriver d, @Serving("a") FakeServer s) {
    BlockingQueue<String> answers =
        d.direct()
            .stop(command -> {
              throw new IllegalStateException("no process table");
            });
    s.child().awaitStop();
    s.child().exit(0);
    JsonObject answer = Json.parse(Await.take("an answer", answers));
    assertThat(Json.text(answer, "content", 0, "text"))
        .contains("Stopped server `fake` (pid " + s.pid() + ").")
        .contains("no process table")
        .contains("restarts it");
    assertThat(answer.has("isError")).isFalse();
    assertThat(Json.at(answer, "_meta", "dev.pitstop/facts", "was_running").getAsBoolean())
        .isTrue();
    assertThat(Json.at(answer, "_meta", "dev.pitstop/facts", "also_stopped").getAsJsonArray())
        .isEmpty();
  }

  @Test
  @DisplayName("a person beside the agent reads of commands, not of tools")
  void byHand(SessionDriver d, @Serving("a") FakeServer s) {
    BlockingQueue<String> answers = d.direct().stopByHand();
    s.child().awaitStop();
    s.child().exit(0);
    assertThat(Json.text(Json.parse(Await.take("an answer", answers)), "content", 0, "text"))
        .contains("The next tool call or `pitstop reload` restarts it.");
  }

  @Test
  @DisplayName(
      "30 §2: no start is promised of a server in a crash loop, also while a reload builds it anew")
  void crashLoop(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    for (int i = 1; i < 5; i++) {
      d.crash(s, 3);
      d.call("\"crash " + i + "\"", "a");
      s = d.spawned().comeUp("a");
      s.text(s.expectCall("a"), "up");
      d.text("\"crash " + i + "\"");
    }
    d.crash(s, 3);
    BlockingQueue<String> answers =
        d.direct()
            .stop(command -> {
              d.call("1", "recompile");
              d.awaitState("building");
              return List.of();
            });
    assertThat(Json.text(Json.parse(Await.take("an answer", answers)), "content", 0, "text"))
        .contains("was not running", "A build is running; calls wait for it.")
        .doesNotContain("The next tool call");
    d.builder.next().fail("no semicolon");
    assertThat(d.text("1")).contains("no semicolon");
  }
}
