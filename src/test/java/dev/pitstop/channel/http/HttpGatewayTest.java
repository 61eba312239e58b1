package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Link;
import dev.pitstop.channel.http.HttpRigs.Modern;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a gateway that answers for a daemon that is down")
@ExtendWith(HttpRigs.class)
class HttpGatewayTest {
  private static Answer gateway(int status) {
    return Answer.html(status, "gateway");
  }

  private static void call(HttpRig rig, HttpRig.Talk talk) {
    rig.modern(talk, 1, "tools/call", "'name':'echo','arguments':{'key':'k'}");
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503, 504})
  @DisplayName("`initialize` is asked until the daemon is there, however long that takes")
  void initialize(int status, HttpRig rig) {
    rig.daemon.on("initialize").reply(gateway(status));
    HttpRig.Talk talk = rig.open();
    rig.ask(talk, "'hello'", "initialize");
    rig.daemon.await(1, "initialize");
    Await.until(
        "five minutes have passed",
        () -> {
          rig.timers.advance(1_000);
          return rig.timers.nowMillis() > 300_000;
        });
    int before = rig.daemon.requests("initialize").size();
    rig.pass("it is still asked", () -> rig.daemon.requests("initialize").size() > before);
    assertThat(talk.told().messages()).isEmpty();
    assertThat(talk.link().away()).isTrue();
    Await.until(
        "the reason",
        () ->
            rig.channel
                .daemon
                .lastError()
                .filter(
                    why -> why.startsWith(status == 503 ? "it answered" : "its gateway answered"))
                .filter(why -> why.contains("with HTTP status " + status))
                .isPresent());
    assertThat(rig.notes()).filteredOn(n -> n.contains("cannot reach")).hasSize(1);
    rig.daemon.asNormal();
    rig.pass("the answer", () -> talk.told().messages().size() == 1);
    assertThat(rig.answer(talk, "'hello'")).contains("result");
    assertThat(talk.link().away()).isFalse();
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("Whatever the daemon says itself, it is there")
  void refusesItself(HttpRig rig) {
    rig.daemon.on("initialize").once().reply(gateway(502));
    rig.daemon.on("initialize").once().reply(Answer.text(401, "text/plain", "who?"));
    HttpRig.Talk talk = rig.open();
    rig.ask(talk, "'hello'", "initialize");
    rig.pass("the refusal", () -> !talk.told().unusable().isEmpty());
    assertThat(rig.awaitRefused(talk)).contains("401");
    assertThat(talk.link().away()).isFalse();
  }

  @Test
  @DisplayName("once a session has begun a read is not waited for, but may be repeated")
  void readInMidLife(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("resources/list").reply(gateway(504));
    rig.ask(talk, 1, "resources/list");
    rig.awaitCutOff(talk, "1");
    assertThat(rig.daemon.requests("resources/list")).hasSize(1);
  }

  @Test
  @DisplayName("A gateway's error that the daemon has made itself is its answer")
  void ownWords(HttpRig rig) {
    rig.daemon.on("initialize").once().reply(Answer.error(502, -32000, "no database"));
    HttpRig.Talk talk = rig.open();
    assertThat(rig.refused(talk)).contains("no database");
    assertThat(talk.link().away()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"server/discover", "tools/list", "resources/list", "resources/read"})
  @DisplayName("So is what a modern session begins with")
  void reads(String method, @Modern HttpRig rig) {
    rig.daemon.on(method).times(5).reply(gateway(502));
    HttpRig.Talk talk = rig.open();
    rig.modern(talk, 1, method, method.endsWith("read") ? "'uri':'x:y'" : "");
    rig.pass("the answer", () -> talk.told().messages().size() == 1);
    assertThat(rig.daemon.requests(method)).hasSize(6);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("a call may have run, so it ends, and the run goes on")
  void modernCall(@Modern HttpRig rig) {
    rig.nextCall(gateway(502));
    HttpRig.Talk talk = rig.open();
    call(rig, talk);
    assertThat(rig.awaitCutOff(talk, "1"))
        .isEqualTo("did not answer its gateway, which returned HTTP status 502");
    rig.modern(talk, 2, "tools/list", "");
    rig.answer(talk, "2");
    assertThat(rig.daemon.requests("tools/call")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 504})
  @DisplayName("so it does in the middle of a session, if the daemon is there")
  void midLife(int status, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(gateway(status));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "1"))
        .isEqualTo("did not answer its gateway, which returned HTTP status " + status);
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"502, true", "503, false", "504, false"})
  @DisplayName("if the gateway does not even reach it for a ping, it went away; busy is not away")
  void wentAway(int status, boolean away, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(gateway(502));
    rig.daemon.on("ping").reply(gateway(status));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    if (away) {
      assertThat(rig.awaitLost(talk).why())
          .isEqualTo("did not answer its gateway, which returned HTTP status 502");
      assertThat(talk.link().mayHaveRun(sent)).isTrue();
    } else {
      rig.awaitCutOff(talk, "1");
      rig.stillServes(talk);
    }
  }
}
