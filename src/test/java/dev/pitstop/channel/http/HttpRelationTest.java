package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Transports page: what comes on the stream of a POST belongs to its request")
class HttpRelationTest {
  private static Step asks(String id) {
    return Step.ask(new JsonPrimitive(id), "roots/list", new JsonObject());
  }

  private static Step result(String id) {
    return Step.data("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
  }

  private static void reply(HttpRig rig, HttpRig.Talk talk, String id) {
    rig.send(talk, "{'jsonrpc':'2.0','id':'" + id + "','result':{'roots':[]}}");
  }

  @Test
  @DisplayName("A question on a POST's stream is during its request, while others are under way")
  void streams() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      Gate first = new Gate();
      rig.nextCall(Answer.sse(Step.stall(first), asks("of one"), result("1")));
      rig.call(talk, 1, "echo", "k");
      first.awaitReached();
      rig.nextCall(
          Answer.sse(
              Step.notification("notifications/n", new JsonObject()),
              asks("of two"),
              result("\"1\"")));
      rig.call(talk, "'1'", "echo", "k");
      talk.told().awaitMessages(3);
      first.open();
      talk.told().awaitMessages(4);
      assertThat(talk.told().during("of one")).containsExactly("1");
      assertThat(talk.told().during("of two")).containsExactly("\"1\"");
      assertThat(talk.told().during("notifications/n")).containsExactly("\"1\"");
      reply(rig, talk, "of one");
      reply(rig, talk, "of two");
      rig.answer(talk, "1");
      rig.answer(talk, "'1'");
    }
  }

  @Test
  @DisplayName("So it is after the stream was resumed by GET with Last-Event-ID, each time")
  void resumed() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy().resumable().get(Answer.status(405)))) {
      HttpRig.Talk talk = rig.greeted();
      rig.nextCall(
          Answer.sse(
              Step.retry(100),
              Step.prime(),
              Step.end(),
              asks("later"),
              Step.end(),
              asks("last"),
              result("1")));
      rig.call(talk, 1, "echo", "k");
      rig.pass("a question", () -> talk.told().messages().size() == 2);
      reply(rig, talk, "later");
      rig.pass("another", () -> talk.told().messages().size() == 3);
      reply(rig, talk, "last");
      rig.answer(talk, "1");
      assertThat(talk.told().during("later")).containsExactly("1");
      assertThat(talk.told().during("last")).containsExactly("1");
    }
  }

  @Test
  @DisplayName("What comes on the stream for messages that belong to no request is during none")
  void get() throws InterruptedException {
    try (HttpRig rig = new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon.awaitListening(1);
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
      rig.daemon.push(asks("of nobody"));
      talk.told().awaitMessages(2);
      reply(rig, talk, "of nobody");
      rig.daemon.gate("k").open();
      rig.answer(talk, "1");
      assertThat(talk.told().during("of nobody")).containsExactly("nothing");
    }
  }

  @Test
  @DisplayName("Nor is it in HTTP with SSE, whose one stream is for everything")
  void oldTransport() throws InterruptedException {
    try (HttpRig rig = HttpRig.ofOldTransport(Setup.oldSse())) {
      HttpRig.Talk talk = rig.greeted();
      rig.call(talk, 1, "slow", "k");
      rig.daemon.awaitExecutions("k", 1);
      rig.daemon.push(asks("of nobody"));
      talk.told().awaitMessages(2);
      reply(rig, talk, "of nobody");
      rig.daemon.gate("k").open();
      rig.answer(talk, "1");
      assertThat(talk.told().during("of nobody")).containsExactly("nothing");
    }
  }
}
