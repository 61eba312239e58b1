package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.End;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Setup;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A daemon that serves one connection at a time answers nobody while a connection is open on which
/// nothing is sent. In these tests time passes only where it is let pass.
@DisplayName("No connection is left idle on a daemon that serves one at a time")
class HttpRoomTest {
  private static final String INITIALIZED = "notifications/initialized";

  private static void hello(HttpRig rig, HttpRig.Talk talk) {
    rig.send(
        talk,
        "{'jsonrpc':'2.0','id':'hello','method':'initialize','params':{'protocolVersion':"
            + "'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
  }

  private static void initialized(HttpRig rig, HttpRig.Talk talk) {
    rig.send(talk, "{'jsonrpc':'2.0','method':'" + INITIALIZED + "'}");
  }

  /// A greeted session with a daemon that serves one connection at a time.
  private static HttpRig.Talk oneAtATime(HttpRig rig) {
    rig.daemon.oneAtATime();
    HttpRig.Talk talk = rig.open();
    hello(rig, talk);
    rig.pass("the answer to initialize", () -> !talk.told().messages().isEmpty());
    initialized(rig, talk);
    rig.pass("initialized", () -> !rig.daemon.requests(INITIALIZED).isEmpty());
    rig.awaitPosted();
    return talk;
  }

  /// Somebody else is answered, who has a connection of his own.
  private static void servesOthers(HttpRig rig) throws IOException {
    try (Socket socket = new Socket(rig.daemon.url().getHost(), rig.daemon.port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              "GET /look HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }

  @Test
  @DisplayName("Calls are answered without delay, one after the other and side by side")
  void calls() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = oneAtATime(rig);
      for (int i = 0; i < 3; i++) {
        rig.stillServes(talk);
        servesOthers(rig);
      }
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
      rig.call(talk, 2, "echo", "l");
      rig.call(talk, 3, "echo", "m");
      rig.daemon.gate("k").open();
      assertThat(rig.answer(talk, "1")).contains("result");
      assertThat(rig.answer(talk, "2")).contains("result");
      assertThat(rig.answer(talk, "3")).contains("result");
      servesOthers(rig);
      talk.link().stop("is not needed");
      assertThat(talk.told().awaitEnd()).isInstanceOf(End.Closed.class);
      assertThat(rig.daemon.sessions()).isEmpty();
      assertThat(rig.daemon.gets()).allMatch(r -> r.path().equals("/look"));
    }
  }

  @Test
  @DisplayName("That it went away is noticed by visits, while nothing is asked of it")
  void visited() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = oneAtATime(rig);
      rig.awaitVisits(2);
      servesOthers(rig);
      rig.stillServes(talk);
      rig.daemon.stop(Cut.RESET);
      rig.pass("the loss", () -> talk.told().hasEnded());
      assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: connection refused");
      rig.daemon.start(Setup.legacy());
    }
  }

  @Test
  @DisplayName("a visit that finds it too busy for a connection proves nothing")
  void visitedInVain() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = oneAtATime(rig);
      rig.looksUnclear("no connection within 3 s");
      rig.awaitVisits(rig.visits() + 3);
      rig.looksUnclear("");
      rig.stillServes(talk);
      assertThat(talk.told().hasEnded()).isFalse();
    }
  }

  @Test
  @DisplayName("It is not visited while a call is under way, which may keep it busy for long")
  void notVisited() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = oneAtATime(rig);
      rig.awaitVisits(1);
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
      rig.timers.advance(HttpWatch.VISIT_MILLIS); // one may have been on its way
      int before = rig.visits();
      rig.timers.advance(20 * HttpWatch.VISIT_MILLIS);
      rig.daemon.gate("k").open();
      rig.answer(talk, "1");
      assertThat(rig.visits()).isLessThanOrEqualTo(before + 1);
    }
  }

  @Test
  @DisplayName("With room: the first answer shows it; a connection is watched, another is kept")
  void room() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon.awaitListening(1);
      rig.awaitWatches(1);
      int before = rig.daemon.connections();
      rig.stillServes(talk);
      rig.stillServes(talk);
      rig.stillServes(talk);
      assertThat(rig.daemon.connections()).isLessThanOrEqualTo(before + 1);
      assertThat(rig.visits()).isZero();
    }
  }

  @Test
  @DisplayName("A daemon that is slow at first shows it with its second answer")
  void slowAtFirst() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      Gate slow = new Gate();
      rig.daemon.on("initialize").once().reply(Answer.normal().after(slow));
      HttpRig.Talk talk = rig.open();
      hello(rig, talk);
      slow.awaitReached();
      rig.timers.advance(10 * HttpRoom.FIRST_MILLIS);
      slow.open();
      rig.answer(talk, "'hello'");
      initialized(rig, talk);
      rig.daemon.awaitListening(1);
      rig.awaitWatches(1);
    }
  }

  @Test
  @DisplayName("One that is slow twice is tried again with a sign of life, a minute later")
  void slowTwice() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.open();
      slowly(rig, "initialize", () -> hello(rig, talk));
      rig.answer(talk, "'hello'");
      slowly(rig, INITIALIZED, () -> initialized(rig, talk));
      rig.stillServes(talk);
      rig.awaitVisits(1);
      assertThat(rig.daemon.gets()).isEmpty();
      rig.pass("a sign of life", () -> !rig.daemon.requests("ping").isEmpty());
      rig.daemon.awaitListening(1);
      rig.awaitWatches(1);
      rig.stillServes(talk);
    }
  }

  private static void slowly(HttpRig rig, String method, Runnable ask) throws InterruptedException {
    Gate slow = new Gate();
    rig.daemon.on(method).once().reply(Answer.normal().after(slow));
    ask.run();
    slow.awaitReached();
    rig.timers.advance(HttpRoom.MOST_MILLIS);
    slow.open();
    rig.awaitPosted();
  }

  @Test
  @DisplayName("A run that is killed while it is tried ends, and nothing of it is left")
  void killed() throws Exception {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      Gate never = new Gate();
      rig.daemon.on("initialize").once().reply(Answer.normal().after(never));
      HttpRig.Talk talk = rig.open();
      hello(rig, talk);
      never.awaitReached();
      talk.link().kill();
      assertThat(talk.told().awaitEnd()).isInstanceOf(End.Closed.class);
      rig.pass("no timer is left", rig.timers::none);
    }
  }
}
