package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.channel.http.HttpRigs.Opened;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("there is no connection, and that proves nothing of the session")
@ExtendWith(HttpRigs.class)
class HttpNoConnectionTest {
  private static final String BUSY = "no connection within 10 s";

  @Test
  @DisplayName("A call waits for a connection, and is answered in the same session")
  void callWaits(HttpRig rig, HttpRig.Talk talk) {
    rig.sendsUnclear(BUSY);
    rig.call(talk, 1, "echo", "k");
    Await.until(
        "a note",
        () ->
            rig.notes().stream().anyMatch(n -> n.contains("(" + BUSY + "); a message is waiting")));
    rig.timers.advance(5_000);
    rig.sendsUnclear("");
    rig.pass("the answer", () -> talk.told().messages().size() == 2);
    assertThat(rig.answer(talk, "1")).contains("hi");
    assertThat(rig.daemon.requests("tools/call")).hasSize(1);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("A call for which there is none for two minutes ends alone, and says why")
  void callEnds(HttpRig rig, HttpRig.Talk talk) {
    rig.sendsUnclear("too many open files");
    rig.looksUnclear("too many open files");
    rig.call(talk, 1, "echo", "k");
    Await.until(
        "the answer",
        () -> {
          rig.timers.advance(1_000);
          return talk.told().messages().size() == 2;
        });
    assertThat(rig.answer(talk, "1"))
        .contains("Pitstop cannot reach ", " (too many open files). The message was not sent.");
    assertThat(talk.told().hasEnded()).isFalse();
    rig.sendsUnclear("");
    rig.looksUnclear("");
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("What a session begins with waits as long as it takes")
  void beginningWaits(HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.sendsUnclear(BUSY);
    rig.ask(talk, 1, "initialize");
    Await.until("it is away", () -> talk.link().away());
    for (int i = 0; i < 5; i++) {
      rig.timers.advance(HttpExchange.UNAVAILABLE_MILLIS);
    }
    assertThat(talk.told().messages()).isEmpty();
    rig.sendsUnclear("");
    rig.pass("the answer", () -> !talk.told().messages().isEmpty());
    assertThat(talk.link().away()).isFalse();
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("While that waits, the daemon is not asked for a sign of life")
  void beginningIsNoCall(HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.sendsUnclear(BUSY);
    rig.ask(talk, 1, "initialize");
    Await.until("it is away", () -> talk.link().away());
    CountDownLatch attempt = rig.holdsSend();
    int looks = rig.looks();
    long end = rig.timers.nowMillis() + 2 * HttpLink.QUIET_MILLIS;
    Await.stepping(
        "two minutes",
        () -> rig.timers.nowMillis() >= end,
        () -> rig.timers.advance(HttpLink.VISIT_MILLIS / 2));
    assertThat(rig.looks()).isEqualTo(looks);
    rig.sendsUnclear("");
    attempt.countDown();
    rig.pass("the answer", () -> !talk.told().messages().isEmpty());
    rig.stillServes(talk);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("A daemon that is silent while nothing is asked of it keeps its session")
  void silent(HttpRig rig, HttpRig.Talk talk) {
    rig.looksUnclear(BUSY);
    for (int i = 0; i < 3; i++) {
      rig.awaitTimerAndAdvance(HttpLink.VISIT_MILLIS);
    }
    rig.awaitTimer(HttpLink.VISIT_MILLIS); // it was looked at, and will be again
    rig.looksUnclear("");
    rig.stillServes(talk);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("One that is busy with a long call has as long to take a connection as for a sign")
  void busyWithCall(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 1, "k");
    rig.looksUnclear(BUSY);
    rig.quiet();
    rig.timers.advance(HttpLink.SIGN_MILLIS / 2);
    assertThat(talk.told().hasEnded()).isFalse();
    rig.looksUnclear("");
    rig.pass("a sign", () -> rig.daemon.requests("ping").size() == 1);
    rig.daemon.gate("k").open();
    rig.answer(talk, "1");
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("A call that broke off ends alone if the daemon takes no connection then")
  void brokenOff(HttpRig rig, HttpRig.Talk talk) {
    rig.looksUnclear(BUSY);
    rig.nextCall(Answer.reset());
    rig.call(talk, 1, "echo", "k");
    rig.awaitTimerAndAdvance(HttpLife.PROOF_MILLIS);
    rig.awaitCutOff(talk, "1");
    rig.looksUnclear("");
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("one that gave no sign in time is left, and the reason is named")
  void noSign(@NoStream HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 1, "k");
    rig.looksUnclear(BUSY);
    rig.quiet();
    int looks = rig.looks();
    rig.pass("a second look", () -> rig.looks() > looks + 1); // by then the first has failed
    rig.timers.advance(HttpLink.SIGN_MILLIS);
    rig.pass("the loss", () -> talk.told().hasEnded());
    assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 240 s (" + BUSY + ")");
    rig.looksUnclear("");
  }
}
