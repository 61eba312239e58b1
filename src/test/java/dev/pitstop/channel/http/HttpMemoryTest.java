package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.Await;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Recorder;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import dev.pitstop.memory.Holding;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S2: what a daemon says is kept in the session's share of the heap")
class HttpMemoryTest {
  private static final int LARGE = 100_000;
  private static final String FILLING = "x".repeat(LARGE);

  private static String result(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"t\":\"" + FILLING + "\"}}";
  }

  /// Other sessions keep so much that this one may keep 83 KB.
  private static List<Holding> others(HttpRig rig) {
    List<Holding> all = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 3; i++) {
      Holding other = rig.heap.open().holding();
      assertThat(other.keep(other.most())).isTrue();
      all.add(other);
    }
    return all;
  }

  private static void awaitNoMemory(HttpRig.Talk talk, int count) {
    Await.until("it is told", () -> talk.told().unusable().size() == count);
    assertThat(talk.told().unusable().getLast())
        .isInstanceOfSatisfying(
            Events.Unusable.NoMemory.class,
            n -> {
              assertThat(n.id().map(RequestId::lexeme)).isEqualTo(Optional.of("1"));
              assertThat(n.answer()).isTrue();
              assertThat(n.length()).isGreaterThan(LARGE);
            });
  }

  @Test
  @DisplayName("A long answer counts until the client has room for more")
  void counts() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      List<Long> kept = new CopyOnWriteArrayList<>();
      Recorder told =
          new Recorder(what -> {
            if (what.equals("awaitRoom")) {
              kept.add(rig.heap.kept());
            }
          });
      HttpRig.Talk talk = rig.open(told);
      rig.greet(talk);
      Await.until("the greeting has left", () -> !kept.isEmpty());
      assertThat(kept).as("of short messages").containsOnly(0L);
      rig.nextCall(Answer.json(200, result("1")));
      rig.nextCall(Answer.sse(Step.data(result("1"))));
      for (int i = 0; i < 2; i++) {
        kept.clear();
        rig.call(talk, 1, "echo", "k");
        rig.answer(talk, "1");
        Await.until("it counts", () -> kept.stream().anyMatch(k -> k >= LARGE));
        Await.until("nothing is kept", () -> rig.heap.kept() == 0);
      }
    }
  }

  @Test
  @DisplayName("An answer that does not fit is lost, as body and as event, and the next arrives")
  void refused() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      String idAtEnd = "{\"jsonrpc\":\"2.0\",\"result\":{\"t\":\"" + FILLING + "\"},\"id\":1}";
      List<Answer> answers =
          List.of(
              Answer.json(200, result("1")),
              Answer.sse(Step.data(result("1"))),
              Answer.sse(Step.data(idAtEnd)));
      List<Holding> others = others(rig);
      for (int i = 0; i < answers.size(); i++) {
        rig.nextCall(answers.get(i));
        rig.call(talk, 1, "echo", "k");
        awaitNoMemory(talk, i + 1);
      }
      rig.stillServes(talk);
      others.forEach(o -> o.keeps(0));
      rig.nextCall(Answer.json(200, result("1")));
      rig.call(talk, 1, "echo", "k");
      rig.answer(talk, "1");
      assertThat(talk.told().messages().getLast()).contains(FILLING);
      Await.until("nothing is kept", () -> rig.heap.kept() == 0);
    }
  }

  @Test
  @DisplayName("Of a refusal that does not fit the beginning is told")
  void refusal() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      others(rig);
      rig.nextCall(Answer.text(500, "text/plain", "overworked " + FILLING));
      rig.call(talk, 1, "echo", "k");
      rig.answer(talk, "1");
      assertThat(talk.told().messages().getLast()).contains("HTTP status 500", "overworked");
      rig.stillServes(talk);
    }
  }
}
