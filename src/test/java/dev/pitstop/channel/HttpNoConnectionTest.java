package dev.pitstop.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.Await;
import dev.pitstop.channel.Wire.NotSent.Shows;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Setup;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("28 H2: there is no connection, and that proves nothing of the session")
class HttpNoConnectionTest {
  private static final String BUSY = "no connection within 10 s";

  static Stream<Arguments> reasons() {
    return Stream.of(
        Arguments.of(
            new ConnectException("Connection refused"), Shows.NOBODY, "connection refused"),
        Arguments.of(
            new ConnectException("Verbindungsaufbau abgelehnt"),
            Shows.NOBODY,
            "connection refused"),
        Arguments.of(
            new SocketException("Connection reset by peer"), Shows.NOBODY, "connection reset"),
        Arguments.of(new SocketTimeoutException("Connect timed out"), Shows.NOTHING, BUSY),
        Arguments.of(new ConnectException("Connection timed out"), Shows.NOTHING, BUSY),
        Arguments.of(new UnknownHostException("x.invalid"), Shows.NO_WAY, "unknown host"),
        Arguments.of(
            new NoRouteToHostException("No route to host"), Shows.NO_WAY, "no route to the host"),
        Arguments.of(
            new SocketException("Network is unreachable"), Shows.NO_WAY, "network is unreachable"),
        Arguments.of(
            new BindException("Cannot assign requested address"),
            Shows.NO_WAY,
            "cannot assign requested address"));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  @DisplayName("Only who is refused knows that nobody is there; each reason is called by its name")
  void reason(IOException why, Shows shows, String message) {
    Wire.NotSent told = Wire.NotSent.of(why, 10_000);
    assertThat(told.shows()).isEqualTo(shows);
    assertThat(told).hasMessage(message).hasCause(why);
  }

  @Test
  @DisplayName("Too many open files say nothing of the daemon")
  void noSocket() {
    Wire.NotSent told = Wire.NotSent.noSocket(new SocketException("Too many open files"));
    assertThat(told.shows()).isEqualTo(Shows.NOTHING);
    assertThat(told).hasMessage("too many open files");
  }

  @Test
  @DisplayName("A host of two addresses: unclear if one is, and gone if one that can be used is")
  void twoAddresses() {
    Wire.NotSent refused = Wire.NotSent.of(new ConnectException("Connection refused"), 1);
    Wire.NotSent busy = Wire.NotSent.of(new SocketTimeoutException("Connect timed out"), 1);
    Wire.NotSent unusable = Wire.NotSent.of(new BindException("Cannot assign"), 1);
    assertThat(busy.and(refused)).isSameAs(busy);
    assertThat(refused.and(busy)).isSameAs(busy);
    assertThat(busy.and(unusable)).isSameAs(busy);
    assertThat(unusable.and(busy)).isSameAs(busy);
    assertThat(refused.and(unusable)).isSameAs(refused);
    assertThat(unusable.and(refused)).isSameAs(refused);
  }

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
            rig.timers.advance(100);
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
        rig.timers.advance(HttpPost.UNAVAILABLE_MILLIS);
      }
      assertThat(talk.told().messages()).isEmpty();
      rig.sendsUnclear("");
      rig.pass("the answer", () -> !talk.told().messages().isEmpty());
      assertThat(talk.link().away()).isFalse();
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
        rig.awaitTimer(HttpSilence.QUIET_MILLIS);
        rig.timers.advance(HttpSilence.QUIET_MILLIS);
      }
      rig.awaitTimer(HttpSilence.QUIET_MILLIS); // it was looked at, and will be again
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
      rig.awaitTimer(HttpSilence.QUIET_MILLIS);
      rig.timers.advance(HttpSilence.QUIET_MILLIS);
      rig.awaitTimer(HttpSilence.SIGN_MILLIS);
      rig.timers.advance(HttpSilence.SIGN_MILLIS / 2);
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
      rig.daemon.on("tools/call").once().reply(Answer.reset());
      rig.call(talk, 1, "echo", "k");
      rig.awaitTimer(HttpLife.PROOF_MILLIS);
      rig.timers.advance(HttpLife.PROOF_MILLIS);
      rig.awaitCutOff(talk, "1");
      rig.looksUnclear("");
      rig.stillServes(talk);
    }
  }

  @Test
  @DisplayName("39: one that gave no sign in time is left, with a DELETE, and the reason is named")
  void noSign() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy().get(Answer.status(405)))) {
      HttpRig.Talk talk = rig.greeted();
      rig.awaitWatches(1);
      rig.looksUnclear(BUSY);
      rig.timers.advance(HttpWatch.SHORT_MILLIS);
      rig.daemon.cutIdle(Cut.CLOSE);
      rig.pass("the loss", () -> talk.told().hasEnded());
      assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 10 s (" + BUSY + ")");
      Await.until("a DELETE", () -> deleted(rig));
      rig.looksUnclear("");
    }
  }

  @Test
  @DisplayName(
      "39: no way to the host: given up, with a DELETE, as it may be back with the session")
  void noWay() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.awaitTimer(HttpSilence.QUIET_MILLIS);
      rig.refuseLooks();
      rig.timers.advance(HttpSilence.QUIET_MILLIS);
      assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: no route to the host (made up)");
      Await.until("a DELETE", () -> deleted(rig));
    }
  }

  private static boolean deleted(HttpRig rig) {
    return rig.daemon.requests().stream().anyMatch(r -> r.method().equals("DELETE"));
  }
}
