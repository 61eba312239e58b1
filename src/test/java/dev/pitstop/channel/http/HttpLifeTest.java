package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Link;
import dev.pitstop.channel.http.HttpRigs.Listening;
import dev.pitstop.channel.http.HttpRigs.Modern;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Is it there? What is asked of a daemon of either era, and what its answers mean; and the
/// watchdog that asks when nothing was heard for a while.
@DisplayName("signs of life, and the idle watchdog")
@ExtendWith(HttpRigs.class)
class HttpLifeTest {
  private static final String DISCOVER = "server/discover";

  /// A run of the modern era that has called once.
  private static HttpRig.Talk modern(HttpRig rig) {
    HttpRig.Talk talk = rig.open();
    rig.modern(talk, 1, "tools/list", "");
    rig.answer(talk, "1");
    return talk;
  }

  private static Link.Sent slow(HttpRig rig, HttpRig.Talk talk, String key) {
    Link.Sent sent =
        rig.modern(
            talk, "'" + key + "'", "tools/call", "'name':'slow','arguments':{'key':'" + key + "'}");
    rig.daemon.awaitExecutions(key, 1);
    return sent;
  }

  // The modern sign of life.

  @Test
  @DisplayName("Modern: `server/discover`, said as the revision wants it; answered: it goes on")
  void answered(@Modern HttpRig rig) {
    HttpRig.Talk talk = modern(rig);
    slow(rig, talk, "k");
    rig.quiet(DISCOVER, 1);
    Received asked = rig.daemon.await(1, DISCOVER).getFirst();
    assertThat(asked.header("MCP-Protocol-Version")).contains("2026-07-28");
    assertThat(asked.header("Mcp-Method")).contains(DISCOVER);
    assertThat(asked.header("Mcp-Session-Id")).isEmpty();
    rig.awaitTimer(HttpLink.VISIT_MILLIS); // it gave its sign
    rig.daemon.gate("k").open();
    assertThat(rig.answer(talk, "'k'")).contains("resultType");
    assertThat(talk.told().hasEnded()).isFalse();
    assertThat(talk.told().messages()).noneMatch(m -> m.contains(Integer.toString(2_100_000_000)));
    assertThat(rig.daemon.requests("ping")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 405, 500, 502, 503})
  @DisplayName("Modern: whatever it answers is a sign: there is no session to be refused")
  void refused(int status, @Modern HttpRig rig) {
    HttpRig.Talk talk = modern(rig);
    slow(rig, talk, "k");
    rig.daemon.on(DISCOVER).reply(Answer.error(status, -32001, "Session ID required"));
    rig.quiet(DISCOVER, 1);
    rig.daemon.await(1, DISCOVER);
    rig.awaitTimer(HttpLink.VISIT_MILLIS); // it gave its sign
    rig.daemon.gate("k").open();
    rig.answer(talk, "'k'");
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("Modern: a head in time is enough, whatever becomes of the body")
  void headOnly(@Modern HttpRig rig) {
    HttpRig.Talk talk = modern(rig);
    slow(rig, talk, "k");
    rig.daemon.on(DISCOVER).reply(Answer.normal().half(Cut.RESET));
    rig.quiet(DISCOVER, 1);
    rig.daemon.await(1, DISCOVER);
    rig.awaitTimer(HttpLink.VISIT_MILLIS); // it gave its sign
    rig.daemon.gate("k").open();
    rig.answer(talk, "'k'");
    assertThat(rig.daemon.requests(DISCOVER)).hasSize(1);
  }

  @Test
  @DisplayName("Modern: each connection broken off: asked a few times, then lost")
  void brokenOff(@Modern HttpRig rig) {
    HttpRig.Talk talk = modern(rig);
    slow(rig, talk, "k");
    rig.daemon.on(DISCOVER).reply(Answer.reset());
    rig.quiet(DISCOVER, 1);
    rig.awaitTimerAndAdvance(HttpRun.LAST_ANSWERS_MILLIS);
    assertThat(rig.awaitLost(talk).why())
        .isEqualTo("accepted connections, but dropped each of them");
    assertThat(rig.daemon.requests(DISCOVER)).hasSize(5);
  }

  @Test
  @DisplayName("Legacy: a head is a sign, also if the body is too slow to say more")
  void slowBody(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.working(talk, "'k'", "k");
    Gate slow = new Gate();
    rig.daemon.on("ping").reply(Answer.sse(Step.comment("wait"), Step.stall(slow)));
    rig.quiet("ping", 1);
    slow.awaitReached();
    rig.awaitIn("sign", "said"); // the head has come
    rig.awaitTimerAndAdvance(HttpLink.SIGN_MILLIS);
    rig.awaitTimer(HttpLink.VISIT_MILLIS); // it goes on
    rig.daemon.gate("k").open();
    rig.answer(talk, "'k'");
    slow.open();
  }

  // The watchdog.

  private static HttpRig.Talk begun(HttpRig rig, boolean modern) {
    HttpRig.Talk talk = modern ? modern(rig) : rig.greeted();
    if (!modern) {
      rig.stillServes(talk); // its watch begins with the first thing that is told
      rig.daemon.awaitGets(1); // the stream for all, asked for beside the first calls and refused
    }
    rig.awaitPosted(); // else a call is under way when time passes, though its answer has come
    return talk;
  }

  private static Setup setup(boolean modern) {
    return modern ? Setup.modern() : Setup.legacy().get(Answer.status(405));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("Nothing in flight, connections are taken: quiet goes on, and nothing is asked")
  void quiet(boolean modern) {
    try (HttpRig rig = new HttpRig(setup(modern))) {
      HttpRig.Talk talk = begun(rig, modern);
      int requests = rig.daemon.requests().size();
      for (int i = 0; i < 5; i++) {
        int before = rig.daemon.connections();
        rig.awaitTimerAndAdvance(HttpLink.VISIT_MILLIS);
        rig.daemon.awaitConnections(before + 1);
      }
      assertThat(talk.told().hasEnded()).isFalse();
      assertThat(rig.daemon.requests()).hasSize(requests);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("Nothing in flight, connections are refused: lost at the next look")
  void refusesConnections(boolean modern) {
    try (HttpRig rig = new HttpRig(setup(modern))) {
      HttpRig.Talk talk = begun(rig, modern);
      rig.awaitTimer(HttpLink.VISIT_MILLIS);
      rig.refuseLooks(); // the network says nothing of what is open: the host is gone
      assertThat(talk.told().hasEnded()).isFalse();
      rig.timers.advance(HttpLink.VISIT_MILLIS);
      assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: no route to the host (made up)");
    }
  }

  @ParameterizedTest
  @CsvSource({"false, ping", "true, server/discover"})
  @DisplayName("A call in flight, a sign given each minute: it may take as long as it likes")
  void signGiven(boolean modern, String sign) {
    try (HttpRig rig = new HttpRig(setup(modern))) {
      HttpRig.Talk talk = begun(rig, modern);
      inFlight(rig, talk, modern);
      for (int i = 1; i <= 7; i++) {
        rig.quiet(sign, i);
        rig.daemon.await(i, sign);
      }
      rig.awaitTimer(HttpLink.VISIT_MILLIS);
      rig.daemon.gate("k").open();
      rig.answer(talk, "'k'");
      assertThat(rig.daemon.requests(sign))
          .extracting(r -> r.id().orElseThrow())
          .doesNotHaveDuplicates();
      assertThat(rig.daemon.executions("k")).isOne();
      assertThat(talk.told().hasEnded()).isFalse();
    }
  }

  private static Link.Sent inFlight(HttpRig rig, HttpRig.Talk talk, boolean modern) {
    if (modern) {
      return slow(rig, talk, "k");
    }
    Link.Sent sent = rig.working(talk, "'k'", "k");
    return sent;
  }

  @ParameterizedTest
  @CsvSource({"false, ping", "true, server/discover"})
  @DisplayName("A call in flight, no sign for 240 s more: lost, and the call is unknown")
  void signNotGiven(boolean modern, String sign) {
    try (HttpRig rig = new HttpRig(setup(modern))) {
      HttpRig.Talk talk = begun(rig, modern);
      Link.Sent sent = inFlight(rig, talk, modern);
      Gate never = new Gate();
      rig.daemon.on(sign).reply(Answer.normal().after(never));
      rig.quiet();
      never.awaitReached();
      rig.timers.advance(HttpLink.SIGN_MILLIS - 1);
      assertThat(talk.told().hasEnded()).isFalse();
      rig.timers.advance(1);
      rig.awaitTimerAndAdvance(HttpRun.LAST_ANSWERS_MILLIS);
      assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 240 s");
      assertThat(talk.link().mayHaveRun(sent)).isTrue();
      assertThat(rig.daemon.executions("k")).isOne();
    }
  }

  @Test
  @DisplayName("A call in flight, stopped and continued: the late sign counts, and the call ends")
  void continued(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.freeze();
    Link.Sent sent = rig.call(talk, "'k'", "echo", "k");
    Await.until("it has left", () -> talk.link().mayHaveRun(sent));
    rig.quiet();
    rig.timers.advance(HttpLink.SIGN_MILLIS - 1);
    rig.daemon.thaw();
    rig.answer(talk, "'k'");
    rig.daemon.await(1, "ping");
    rig.stillServes(talk);
    assertThat(rig.daemon.executions("k")).isOne();
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName(
      "What comes on the stream for all is heard: something every half minute, and nobody is asked")
  void heardOnTheStream(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.working(talk, "'k'", "k");
    for (int i = 1; i <= 10; i++) {
      rig.timers.advance(HttpLink.QUIET_MILLIS / 2);
      int before = talk.told().messages().size();
      rig.daemon.push(Step.raw("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n"));
      talk.told().awaitMessages(before + 1);
    }
    assertThat(rig.daemon.requests("ping")).isEmpty();
    rig.daemon.gate("k").open();
    rig.answer(talk, "'k'");
  }
}
