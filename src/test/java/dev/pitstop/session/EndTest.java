package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.StopLimits;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The end of the client's input.
@ExtendWith(Sessions.class)
class EndTest {
  @Test
  @DisplayName(
      "what is in flight when the input ends is still answered, then the server is stopped")
  void lastAnswers(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    d.endInput();
    s.text(call, "last");
    assertThat(d.text("1")).isEqualTo("last");
    assertThat(s.child().awaitStop()).isEqualTo("shut down");
  }

  @Test
  @DisplayName("the server dies on the way out: the call is answered, nothing is started again")
  void diesOnTheWayOut(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    d.endInput();
    s.child().exit(3);
    assertThat(d.text("1")).contains("exit code 3");
  }

  @Test
  @DisplayName(
      "a build that runs is killed when its only follower cancels, and does not hold the end up")
  void cancelledBuild(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    FakeBuild build = d.building("1");
    d.cancel("1");
    d.sync();
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
    d.endInput();
    s.child().awaitStop();
  }

  @Test
  @DisplayName(
      "a call that is not answered takes its wait out of the time that its server has to stop")
  void unansweredAtTheEnd(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    d.endInput();
    s.child().awaitStop();
    StopLimits limits = s.child().stopLimits();
    assertThat(limits.left()).isLessThan(limits.total());
    assertThat(d.text("1")).contains("was stopped because Pitstop is shutting down");
  }

  @Test
  @DisplayName("a stop that hangs is cut short at the limit, and the call that hung is answered")
  void stopHangs(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().stubborn();
    d.callTo(s, "1", "a");
    d.endInput();
    assertThat(d.text("1")).contains("was stopped because Pitstop is shutting down");
  }

  @Test
  @DisplayName("an `initialize` is answered even if nothing follows it")
  void handshakeAtTheEnd(SessionDriver d, @Begun FakeServer s) {
    JsonObject asked = s.expect("initialize");
    d.endInput();
    s.answer(asked, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}");
    assertThat(Json.text(d.result("\"init\""), "protocolVersion")).isEqualTo("2025-06-18");
    s.child().awaitStop();
  }

  @Test
  @DisplayName("a client that never said anything leaves nothing behind")
  void silentClient(SessionDriver d) {
    d.endInput();
  }

  private static final String META =
      "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}";

  @Test
  @DisplayName("nobody reads the answer to the one `server/discover` of a throwaway start")
  void throwaway() {
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    Log log =
        Log.of(
            ProcessHandle.current().pid(),
            Level.INFO,
            stderr,
            Level.OFF,
            Path.of("/dev/null/none"));
    SessionDriver d = new SessionDriver(Setup.PLAIN, log, "");
    d.request("1", "server/discover", META);
    FakeServer s = d.spawned();
    s.expect("server/discover");
    d.endInput();
    assertThat(Json.text(d.error("1"), "message"))
        .contains("got no answer", "was stopped because Pitstop is shutting down")
        .doesNotContain("was not sent");
    s.child().awaitStop();
    d.awaitEnd();
    log.close();
    assertThat(stderr.toString(StandardCharsets.UTF_8))
        .contains("client-ended")
        .doesNotContain("not-in-time");
  }

  @Test
  @DisplayName("a `server/discover` beside a call is answered as long as the call is worth it")
  void discoverBesideACall(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    JsonObject probe = d.requestTo(s, "2", "server/discover", META);
    d.endInput();
    s.answer(probe, "{\"capabilities\":{\"tools\":{}}}");
    d.result("2");
    s.text(call, "last");
    assertThat(d.text("1")).isEqualTo("last");
    s.child().awaitStop();
  }

  @Test
  @DisplayName("a call that only reads and had been delivered is not called unsent at the end")
  void deliveredAtTheEnd(SessionDriver d, @Serving("?a") FakeServer s) {
    d.callTo(s, "1", "a");
    d.shutDown();
    assertThat(d.text("1")).contains("got no answer").doesNotContain("was not sent");
    s.child().awaitStop();
    d.endInput();
  }
}
