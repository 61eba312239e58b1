package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Sentences that are composed of parts whose punctuation is not ours.
@ExtendWith(Sessions.class)
class TextsTest {
  @Test
  @DisplayName("why the server does not run ends with one full stop in the instructions")
  void fullStopInInstructions(SessionDriver d) {
    d.spawner.refuse("no such file (it is relative to the directory).");
    d.initialize();
    assertThat(Json.text(d.result("\"init\""), "instructions"))
        .endsWith(
            "The server is not running now. It could not be started: no such file (it is relative to"
                + " the directory).");
  }

  @Test
  @DisplayName("and wherever the clause has none")
  void fullStopAfterClauses(@Serving("a") @Reports SessionDriver d) {
    d.recompiling("1").child().exit(1);
    assertThat(d.text("1")).containsPattern("exit code 1, \\d+ ms after it started\\.\n");
    d.callForText("2", "stop_server");
    FakeServer silent = d.callStarting("3", "a");
    silent.expect("initialize");
    d.timers.advance(SessionDriver.START_MILLIS);
    silent.child().awaitStop();
    assertThat(d.text("3"))
        .containsPattern(
            "did not answer `initialize` \\(id 1\\d{9}\\) within 30\\.0 s of"
                + " its start, so Pitstop stopped it\\.\n");
    d.notified("notifications/tools/list_changed"); // its tools leave the list
  }

  @Test
  @DisplayName("why a call was sent twice is said as it is")
  void whyTwice(SessionDriver d) {
    String tools =
        "{\"tools\":[{\"name\":\"put\",\"inputSchema\":{},"
            + "\"annotations\":{\"idempotentHint\":true}}]}";
    FakeServer s = d.listing(tools, "put");
    d.callTo(s, "1", "put");
    s.child().exit(1);
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), tools);
    now.expectCall("put");
    now.child().exit(1);
    assertThat(d.text("1"))
        .contains("`idempotentHint`), so Pitstop sent it twice")
        .doesNotContain("only reads");
  }

  @Test
  @DisplayName("how the one before ended has a verb")
  void stoppedToBeReplaced(@StopsFirst SessionDriver d, @Serving("a") FakeServer old) {
    JsonObject call = d.callTo(old, "1", "a");
    assertThat(call.get("id")).hasToString("1");
    d.call("2", "recompile");
    assertThat(old.child().awaitStop()).isEqualTo("for reload");
    assertThat(d.text("1")).contains("server `fake` was stopped for a reload (spawn #1");
    d.spawned().comeUp("a");
    d.text("2");
  }
}
