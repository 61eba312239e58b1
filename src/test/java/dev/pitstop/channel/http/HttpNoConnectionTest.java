package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Setup;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("there is no connection, and that proves nothing of the session")
class HttpNoConnectionTest {
  private static final String BUSY = "no connection within 10 s";

  @Test
  @DisplayName("A call waits for a connection, and is answered in the same session")
  void callWaits() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.sendsUnclear(BUSY);
      rig.call(talk, 1, "echo", "k");
      Await.until(
          "a note",
          () ->
              rig.notes().stream()
                  .anyMatch(n -> n.contains("(" + BUSY + "); a message is waiting")));
      rig.timers.advance(5_000);
      rig.sendsUnclear("");
      rig.pass("the answer", () -> talk.told().messages().size() == 2);
      assertThat(rig.answer(talk, "1")).contains("hi");
      assertThat(rig.daemon.requests("tools/call")).hasSize(1);
      assertThat(rig.daemon.requests("initialize")).hasSize(1);
      assertThat(talk.told().hasEnded()).isFalse();
    }
  }

  @Test
  @DisplayName("A call for which there is none for two minutes ends alone, and says why")
  void callEnds() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
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
  }

  @Test
  @DisplayName("What a session begins with waits as long as it takes")
  void beginningWaits() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.open();
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
  }

  @Test
  @DisplayName("While that waits, the daemon is not asked for a sign of life")
  void beginningIsNoCall() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.open();
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
  }

  @Test
  @DisplayName("A daemon that is silent while nothing is asked of it keeps its session")
  void silent() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.looksUnclear(BUSY);
      for (int i = 0; i < 3; i++) {
        rig.awaitTimer(HttpLink.VISIT_MILLIS);
        rig.timers.advance(HttpLink.VISIT_MILLIS);
      }
      rig.awaitTimer(HttpLink.VISIT_MILLIS); // it was looked at, and will be again
      rig.looksUnclear("");
      rig.stillServes(talk);
      assertThat(talk.told().hasEnded()).isFalse();
    }
  }

  @Test
  @DisplayName("One that is busy with a long call has as long to take a connection as for a sign")
  void busyWithCall() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
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
  }

  @Test
  @DisplayName("A call that broke off ends alone if the daemon takes no connection then")
  void brokenOff() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.looksUnclear(BUSY);
      rig.nextCall(Answer.reset());
      rig.call(talk, 1, "echo", "k");
      rig.awaitTimer(HttpLife.PROOF_MILLIS);
      rig.timers.advance(HttpLife.PROOF_MILLIS);
      rig.awaitCutOff(talk, "1");
      rig.looksUnclear("");
      rig.stillServes(talk);
    }
  }

  @Test
  @DisplayName("one that gave no sign in time is left, and the reason is named")
  void noSign() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy().get(Answer.status(405)))) {
      HttpRig.Talk talk = rig.greeted();
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
      rig.looksUnclear(BUSY);
      rig.quiet();
      rig.timers.advance(HttpLink.SIGN_MILLIS);
      rig.pass("the loss", () -> talk.told().hasEnded());
      assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 240 s (" + BUSY + ")");
      rig.looksUnclear("");
    }
  }
}
