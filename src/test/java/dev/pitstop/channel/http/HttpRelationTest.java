package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.channel.http.HttpRigs.Resumable;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Transports page: what comes on the stream of a POST belongs to its request")
@ExtendWith(HttpRigs.class)
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
  void streams(HttpRig rig, HttpRig.Talk talk) {
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

  @Test
  @DisplayName("So it is after the stream was resumed by GET with Last-Event-ID, each time")
  void resumed(@NoStream @Resumable HttpRig rig, HttpRig.Talk talk) {
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "What comes on the stream for all is during no request, nor is it in HTTP with SSE, whose one"
          + " stream is for everything")
  void ofNobody(boolean old) {
    try (HttpRig rig = old ? HttpRig.ofOldTransport(Setup.oldSse()) : new HttpRig(Setup.legacy())) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon.awaitListening(1);
      rig.working(talk, 1, "k");
      rig.daemon.push(asks("of nobody"));
      talk.told().awaitMessages(2);
      reply(rig, talk, "of nobody");
      rig.daemon.gate("k").open();
      rig.answer(talk, "1");
      assertThat(talk.told().during("of nobody")).containsExactly("nothing");
    }
  }
}
