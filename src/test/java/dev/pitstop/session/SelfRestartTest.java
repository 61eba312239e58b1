package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is said of a server whose command restarts it by itself.
@ExtendWith(Sessions.class)
class SelfRestartTest {
  private static final String ADVICE =
      "Start the server without it, and let Pitstop watch: `--watch GLOB`";

  /// It has been started as the program does, and its command has been looked at.
  private static SessionDriver watched() {
    SessionDriver d = new SessionDriver(Setup.PLAIN.running("tsx", "watch", "src/server.ts"));
    d.start();
    Await.until("the look at the command", () -> !d.server().selfRestart().isEmpty());
    return d;
  }

  @Test
  @DisplayName("recognised by the command: in the first notice, once, with what to do")
  void notice() {
    try (SessionDriver d = watched()) {
      FakeServer s = d.connect("a");
      assertThat(d.callAnswered(s, "1", "a", "own"))
          .startsWith(
              "[pitstop] The command of server `fake` starts `tsx watch`, which restarts it")
          .contains(ADVICE)
          .endsWith("own");
      d.servedBy(s, "2", "a", "own");
    }
  }

  @Test
  @DisplayName("and where a start or a call fails, each time; so in the instructions")
  void failure() {
    try (SessionDriver d = watched()) {
      FakeServer s = d.begin();
      s.expect("initialize");
      d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
      d.awaitTimerAndAdvance(SessionDriver.LONGER_MILLIS);
      assertThat(Json.text(d.result("\"init\""), "instructions")).contains(ADVICE);
      d.notify("notifications/initialized", "{}");
      d.call("1", "a");
      d.sync();
      // not further: in the same step the time for the stop would pass, too
      d.timers.advance(
          SessionDriver.START_MILLIS
              - SessionDriver.HANDSHAKE_MILLIS
              - SessionDriver.LONGER_MILLIS);
      s.child().awaitStop();
      assertThat(d.text("1")).contains("within 30.0 s of its start", ADVICE);
    }
    try (SessionDriver d = watched()) {
      FakeServer s = d.connect("a");
      d.callTo(s, "1", "a");
      s.child().exit(1);
      assertThat(d.text("1")).contains("exit code 1", ADVICE);
    }
  }

  @Test
  @DisplayName("a plain command gets no word of it")
  void plain(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.dies(1, "Restarting the cache");
    assertThat(d.text("1")).doesNotContain("restarts it without telling Pitstop");
  }
}
