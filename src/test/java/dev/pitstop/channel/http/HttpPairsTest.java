package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.http.HttpRigs.OldTransport;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// What happens when two things come at once in a session with a daemon.
@DisplayName("two events that meet")
@Timeout(60)
@ExtendWith(HttpRigs.class)
class HttpPairsTest {
  private static final String NOTICE =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}";

  @Test
  @DisplayName("the session is lost while an answer is told: the end comes behind it")
  void answerAndLoss() {
    AtomicReference<HttpRig.Talk> talk = new AtomicReference<>();
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      Recorder told =
          new Recorder(what -> {
            if (what.equals("received") && talk.get() != null) {
              ((HttpLink) talk.get().link()).run.lost("made up");
            }
          });
      HttpRig.Talk opened = rig.open(told);
      rig.greet(opened);
      talk.set(opened);
      rig.call(opened, 7, "echo", "k");
      rig.awaitLost(opened);
      assertThat(told.messages()).anyMatch(m -> m.contains("\"id\":7"));
    }
  }

  @Test
  @DisplayName("a run is stopped right after a cancellation: the daemon hears of that first")
  void cancellationAndStop(HttpRig rig, HttpRig.Talk talk) {
    HttpRun run = ((HttpLink) talk.link()).run;
    rig.working(talk, 7, "k");
    synchronized (run) { // where it is looked whether a message may leave
      rig.send(
          talk, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}");
      talk.link().stop("was replaced");
    }
    assertThat(talk.told().awaitEnd()).isInstanceOf(End.Closed.class);
    List<Received> all = rig.daemon.requests();
    assertThat(all).anyMatch(r -> r.isRpc("notifications/cancelled"));
    assertThat(all.getLast().method()).isEqualTo("DELETE");
  }

  @Test
  @DisplayName("A run that is being lost is stopped: what did not leave any more is not waited for")
  void stopWhileLosing(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 7, "k");
    ((HttpLink) talk.link()).run.lost("made up");
    rig.send(talk, NOTICE.replace('"', '\''));
    talk.link().stop("was replaced");
    assertThat(talk.told().awaitEnd()).isInstanceOf(End.Closed.class);
  }

  @Test
  @DisplayName("lost by what a stream says that stays open: nobody reads on there")
  void lossOnAnOpenStream(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon
        .on("tools/call")
        .reply(
            Answer.sse(
                Step.data(
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32001,"
                        + "\"message\":\"Session not found\"}}"),
                Step.stayOpen()));
    rig.daemon.on("ping").reply(Answer.error(200, -32001, "Session not found"));
    Link.Sent sent = rig.call(talk, 7, "echo", "k");
    rig.awaitLost(talk);
    assertThat(talk.link().mayHaveRun(sent))
        .isFalse(); // here it is seen whether its thread has ended
  }

  @Test
  @DisplayName("25: over the old transport, too, our own question's answer is told to nobody")
  void signOverTheOldTransport(@OldTransport HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 7, "k");
    rig.awaitPosted(); // else that it was taken is heard within the minute
    rig.quiet("ping", 1);
    rig.daemon.gate("k").open();
    rig.answer(talk, "7"); // behind the other, on the same stream
    assertThat(talk.told().messages()).noneMatch(m -> m.contains("\"id\":21000"));
  }
}
