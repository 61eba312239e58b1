package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.http.HttpRigs.Listening;
import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("how a session ends, and how it is noticed")
@ExtendWith(HttpRigs.class)
class HttpEndTest {
  private static void isClosed(HttpRig.Talk talk) {
    assertThat(talk.told().awaitEnd()).isInstanceOf(End.Closed.class);
  }

  @Test
  @DisplayName("39: a session that is not needed is deleted")
  void deletes(HttpRig rig, HttpRig.Talk talk) {
    talk.link().stop("is not needed");
    talk.link().stop("is not needed");
    isClosed(talk);
    assertThat(rig.daemon.sessions()).isEmpty();
    assertThat(rig.daemon.await(1, "DELETE", r -> r.method().equals("DELETE"))).hasSize(1);
  }

  @Test
  @DisplayName("39: a daemon that does not answer that is given two seconds")
  void deleteIsBounded(HttpRig rig, HttpRig.Talk talk) {
    Gate never = new Gate();
    rig.daemon.onDelete().reply(Answer.normal().after(never));
    talk.link().stop("is not needed");
    never.awaitReached();
    assertThat(talk.told().hasEnded()).isFalse();
    rig.timers.advance(HttpRun.DELETE_MILLIS);
    isClosed(talk);
  }

  @ParameterizedTest
  @ValueSource(ints = {405, 404, 500})
  @DisplayName("39: whether it agrees does not matter, nor whether it breaks off")
  void deleteRefused(int status, HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.onDelete().reply(status == 500 ? Answer.reset() : Answer.status(status));
    talk.link().stop("is not needed");
    isClosed(talk);
  }

  @Test
  @DisplayName("39: one without an id is not")
  void nothingToDelete() {
    try (HttpRig rig = new HttpRig(Setup.legacy().sessions(Setup.Sessions.NONE))) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      talk.link().stop("is not needed");
      isClosed(talk);
      assertThat(rig.daemon.requests()).noneMatch(r -> r.method().equals("DELETE"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("A run that still waits for its daemon can be stopped or killed, in a turn too")
  void stopWhileOpening(boolean stop) {
    try (HttpRig rig = new HttpRig(ScriptedDaemon.stopped(), "")) {
      HttpRig.Talk talk = rig.opening(new Recorder());
      Await.until("it waits", () -> !rig.notes().isEmpty());
      if (stop) {
        talk.link().stop("was replaced");
      } else {
        talk.link().kill();
      }
      assertThat(talk.told().awaitEnd()).isInstanceOf(End.Refused.class);
      assertThat(talk.link().facts()).isEqualTo(Facts.NONE);
      Await.until("no timer is left", rig.timers::none);
    }
  }

  @Test
  @DisplayName("Stop and kill tell nothing on the thread that calls them: it may be in a turn")
  void notInTheTurn() {
    for (boolean stop : List.of(true, false)) {
      AtomicReference<Thread> teller = new AtomicReference<>(Thread.currentThread());
      try (HttpRig rig = new HttpRig(Setup.legacy())) {
        HttpRig.Talk talk =
            rig.open(
                new Recorder(m -> {
                  if (m.equals("ended")) {
                    teller.set(Thread.currentThread());
                  }
                }));
        if (stop) {
          talk.link().stop("is not needed");
        } else {
          talk.link().kill();
        }
        isClosed(talk);
        assertThat(teller.get()).isNotEqualTo(Thread.currentThread());
      }
    }
  }

  @Test
  @DisplayName("Stop, kill, loss and a cancellation at once are one end")
  void allAtOnce() {
    for (int i = 0; i < 10; i++) {
      try (HttpRig rig = new HttpRig(Setup.legacy())) {
        HttpRig.Talk talk = rig.greeted();
        rig.working(talk, 1, "k");
        List<Runnable> doing =
            List.of(
                () -> talk.link().stop("was replaced"),
                talk.link()::kill,
                () -> rig.daemon.cutListening(Cut.RESET),
                () ->
                    rig.send(
                        talk,
                        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}"));
        List<Thread> threads = new ArrayList<>();
        doing.forEach(d ->
            threads.add(
                Thread.ofPlatform()
                    .start(() -> {
                      try {
                        d.run();
                      } catch (IllegalStateException nobodyListens) {
                        assertThat(nobodyListens).hasMessageContaining("listen");
                      }
                    })));
        for (Thread t : threads) {
          Await.end("a thread", t);
        }
        talk.told().awaitEnd();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"opened", "received", "flush", "awaitRoom", "ended"})
  @DisplayName("What an event throws costs that event only")
  void thrown(String thrower, HttpRig rig) {
    HttpRig.Talk talk =
        rig.open(
            new Recorder(m -> {
              if (m.equals(thrower)) {
                throw new OutOfMemoryError("made up");
              }
            }));
    rig.greet(talk);
    rig.stillServes(talk);
    talk.link().stop("is not needed");
    isClosed(talk);
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "no session", "modern"})
  @DisplayName("a daemon that goes away is noticed while nothing is asked of it")
  void watch(String kind) {
    Setup setup =
        switch (kind) {
          case "legacy" -> Setup.legacy().get(Answer.status(405));
          case "no session" -> Setup.legacy().sessions(Setup.Sessions.NONE).get(Answer.status(405));
          default -> Setup.modern();
        };
    try (HttpRig rig = new HttpRig(setup)) {
      HttpRig.Talk talk = begun(rig, kind.equals("modern"));
      rig.daemon.stop(Cut.RESET);
      rig.pass("the loss", () -> talk.told().hasEnded());
      assertThat(rig.awaitLost(talk).why()).startsWith("went away: ");
    }
  }

  private static HttpRig.Talk begun(HttpRig rig, boolean modern) {
    HttpRig.Talk talk = rig.open();
    if (modern) {
      rig.modern(talk, 1, "tools/list", "");
      rig.answer(talk, "1");
    } else {
      rig.greet(talk);
      rig.stillServes(talk);
    }
    return talk;
  }

  @Test
  @DisplayName("A daemon that forgets each session at once is not asked without a pause")
  void forgetful(@NoStream HttpRig rig) {
    rig.daemon.on("tools/call").reply(Answer.status(404));
    long waited = 0;
    for (int i = 0; i < 8; i++) {
      Recorder told = new Recorder();
      HttpRig.Talk talk = rig.opening(told);
      long before = rig.timers.nowMillis();
      rig.pass("the run", () -> told.told().contains("opened"));
      waited = rig.timers.nowMillis() - before;
      rig.greet(talk);
      rig.call(talk, 1, "echo", "k" + i); // others each time
      rig.awaitLost(talk);
    }
    assertThat(waited).isGreaterThanOrEqualTo(500);
    assertThat(rig.channel.daemon.reconnects()).isEqualTo(8);
  }

  @Test
  @DisplayName("Nothing is kept of what was answered, cancelled or acknowledged")
  void memory(HttpRig rig, @Listening HttpRig.Talk talk) {
    for (int i = 0; i < 20; i++) {
      rig.call(talk, i, "echo", "k");
      rig.answer(talk, Integer.toString(i) + ",");
    }
    rig.working(talk, 100, "s");
    rig.send(
        talk, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':100}}");
    Await.until(
        "nothing is kept", () -> talk.link() instanceof HttpLink l && l.run.messages.isEmpty());
    rig.daemon.push(Step.comment("end"));
  }
}
