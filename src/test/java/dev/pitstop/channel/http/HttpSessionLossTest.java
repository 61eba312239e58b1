package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.http.HttpRigs.Listening;
import dev.pitstop.channel.http.HttpRigs.Modern;
import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.channel.http.HttpRigs.Opened;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Refusal;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("how a session is lost, and what may have run")
@ExtendWith(HttpRigs.class)
class HttpSessionLossTest {
  private static final String BROKE_OFF = "dropped the connection before it answered";

  private static void isLost(HttpRig rig, HttpRig.Talk talk, Link.Sent sent) {
    assertThat(rig.awaitLost(talk).why()).startsWith("no longer knows the session");
    assertThat(talk.link().mayHaveRun(sent)).isFalse();
    assertThat(rig.daemon.executions("k")).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"JAVA_CLOSING"})
  @DisplayName("1, 3, 4, 8: each way in which servers say it ends the session; nothing has run")
  void gone(Refusal refusal) {
    try (HttpRig rig = new HttpRig(Setup.legacy().refusal(refusal))) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon.awaitListening(1);
      rig.daemon.forgetSessions();
      isLost(rig, talk, rig.call(talk, 1, "echo", "k"));
      assertThat(talk.told().messages()).hasSize(1); // the answer to initialize
    }
  }

  static Stream<Answer> bodies() {
    return Stream.of(
        Answer.text(404, "text/plain", "no such thing"),
        Answer.html(404, "Not found"),
        Answer.status(404),
        Answer.json(404, "{\"error\":\"?\"}"));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @DisplayName("2: a 404 with text, HTML, nothing")
  void bodies(Answer body, HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("tools/call").reply(body);
    isLost(rig, talk, rig.call(talk, 1, "echo", "k"));
  }

  @Test
  @DisplayName("3: an ordinary 400 passes as the error that it is")
  void ordinary(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.error(400, -32602, "Unknown argument x"));
    rig.nextCall(Answer.text(400, "text/plain", "too long"));
    assertThat(rig.echo(talk, 1)).contains("-32602", "Unknown argument x");
    assertThat(rig.echo(talk, 2)).contains("-32603", "400", "too long");
    rig.stillServes(talk);
  }

  private static final Answer OTHER_REVISION =
      Answer.errorWithNullId(400, -32000, "Bad Request: Unsupported protocol version");

  @Test
  @DisplayName("15: a daemon in its place that has another revision is found without a call")
  void otherRevision(HttpRig rig, HttpRig.Talk talk) {
    rig.stillServes(talk);
    rig.daemon.awaitListening(1);
    rig.daemon.on("ping").reply(OTHER_REVISION);
    rig.daemon.cutListening(Cut.RESET);
    assertThat(rig.awaitLost(talk).why())
        .isEqualTo("no longer knows the session (HTTP status 400)");
  }

  @Test
  @DisplayName("15: and by a call, which has not run")
  void otherRevisionAtCall(HttpRig rig, HttpRig.Talk talk) {
    rig.stillServes(talk);
    rig.daemon.on("tools/call").reply(OTHER_REVISION);
    rig.daemon.on("ping").reply(OTHER_REVISION);
    isLost(rig, talk, rig.call(talk, 1, "echo", "k"));
  }

  @Test
  @DisplayName("15: one that refuses what it has negotiated itself is not begun with for ever")
  void refusesItsOwnRevision(HttpRig rig) {
    rig.nextCall(OTHER_REVISION);
    HttpRig.Talk talk = rig.greeted();
    assertThat(rig.echo(talk, 1)).contains("Unsupported protocol version");
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("5: a 503 is waited out, and the session is kept")
  void unavailable(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("tools/call").times(3).reply(Answer.text(503, "text/plain", "busy"));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    rig.daemon.await(1, "tools/call");
    Await.until("it is known not to have run", () -> !talk.link().mayHaveRun(sent));
    rig.pass("the answer", () -> talk.told().messages().size() == 2);
    assertThat(rig.daemon.requests("tools/call")).hasSize(4);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
    assertThat(rig.daemon.executions("k")).isOne();
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
  }

  @Test
  @DisplayName("5: a daemon that is not available for two minutes is no more asked")
  void unavailableForEver(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("tools/call").reply(Answer.text(503, "text/plain", "busy"));
    rig.call(talk, 1, "echo", "k");
    rig.daemon.await(1, "tools/call");
    Await.until(
        "an error",
        () -> {
          rig.timers.advance(500);
          return talk.told().messages().size() == 2;
        });
    assertThat(rig.answer(talk, "1")).contains("503", "busy");
    assertThat(rig.daemon.executions("k")).isZero();
  }

  @Test
  @DisplayName("6: a tool may speak of its sessions in a result: nothing is sent again")
  void results(HttpRig rig, HttpRig.Talk talk) {
    String result =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":true,\"content\":[{\"type\":"
            + "\"text\",\"text\":\"Bad Request: Server not initialized\"}]}}";
    rig.nextCall(Answer.json(200, result).executed());
    assertThat(rig.echo(talk, 1)).isEqualTo(result);
    rig.stillServes(talk);
    assertThat(rig.daemon.executions("k")).isOne();
    assertThat(rig.daemon.requests("tools/call")).hasSize(2);
  }

  @Test
  @DisplayName("7: 404 with -32601 of the modern era is an answer")
  void modern(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.modern(talk, 1, "no/such", "");
    assertThat(rig.answer(talk, "1")).contains("-32601");
    rig.modern(talk, 2, "tools/list", "");
    assertThat(rig.answer(talk, "2")).contains("echo");
  }

  @Test
  @DisplayName("9: refused: surely not executed, and the end says so")
  void refused(HttpRig rig) {
    HttpRig.Talk talk = rig.open(); // no connection is kept yet
    rig.daemon.stop(Cut.CLOSE);
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: connection refused");
    assertThat(talk.link().mayHaveRun(sent)).isFalse();
  }

  static Stream<Answer> breaks() {
    return Stream.of(
        Answer.reset(),
        Answer.closed(),
        Answer.normal().half(Cut.RESET),
        Answer.normal().half(Cut.CLOSE),
        Answer.bytes("HTTP/1.1 200 OK\r\nContent-", Cut.CLOSE),
        Answer.sse(Step.raw("data: {\"jsonrpc\""), Step.drop(Cut.CLOSE)));
  }

  @ParameterizedTest
  @MethodSource("breaks")
  @DisplayName("broken off after the request was written: that call's outcome is unknown")
  void broken(Answer how, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(how);
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(BROKE_OFF);
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    assertThat(rig.daemon.requests("tools/call")).hasSize(1);
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("the others get their answers in the same session")
  void brokenBesideOthers(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 2, "a");
    rig.nextCall(Answer.reset());
    rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(BROKE_OFF);
    rig.timers.advance(HttpRun.LAST_ANSWERS_MILLIS);
    rig.daemon.gate("a").open();
    assertThat(rig.answer(talk, "2")).contains("slow");
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("a daemon that is too busy for a sign of life keeps its session")
  void brokenAndBusy(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.reset());
    Gate gate = new Gate();
    rig.daemon.on("ping").reply(Answer.normal().after(gate));
    rig.call(talk, 1, "echo", "k");
    rig.daemon.await(1, "ping");
    rig.awaitTimerAndAdvance(HttpLife.PROOF_MILLIS);
    assertThat(rig.awaitCutOff(talk, "1"))
        .isEqualTo(BROKE_OFF + ", and did not respond for 2 s since");
    gate.open();
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("a sign of life begins with an event that only brings an id: what follows counts")
  void primedSign(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.reset());
    rig.daemon
        .on("ping")
        .reply(
            Answer.sse(
                Step.prime(),
                Step.raw("id: p1\ndata: {}\n\n"),
                Step.data(
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                        + "{\"code\":-32600,\"message\":\"Session not found\"}}")));
    rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitLost(talk).why()).isEqualTo(BROKE_OFF);
  }

  @Test
  @DisplayName("broken off by a daemon that forgot the session with it: lost, and told so")
  void brokenAndForgotten(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.reset());
    rig.daemon.on("ping").reply(Answer.error(404, -32001, "Session not found"));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitLost(talk).why()).isEqualTo(BROKE_OFF);
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    assertThat(talk.told().unusable()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 400, 200})
  @DisplayName("a sign of life may be refused in each way, too")
  void signRefused(int status, HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.on("ping").reply(Answer.errorWithNullId(status, -32001, "Session not found"));
    rig.daemon.cutListening(Cut.CLOSE);
    assertThat(rig.awaitLost(talk).why()).startsWith("no longer knows the session");
  }

  @Test
  @DisplayName("nobody is there any more when the sign is asked for: it went away")
  void signNotSent(HttpRig rig, HttpRig.Talk talk) {
    rig.awaitPosted(); // else its answer may be lost, which says something else
    rig.daemon.awaitListening(1);
    rig.takeLooks();
    rig.daemon.stop(Cut.CLOSE);
    assertThat(rig.awaitLost(talk).why()) // the latter if the port was closed only then
        .matches("went away: .+|accepted connections, but dropped each of them");
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 200})
  @DisplayName("14: a second `initialize` means no session, so its refusal says nothing of one")
  void initializeAgain(int status, HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("initialize").once().reply(Answer.error(status, -32001, "Session not found"));
    rig.ask(talk, 1, "initialize");
    assertThat(status == 200 ? rig.answer(talk, "1") : rig.awaitRefused(talk))
        .contains("Session not found");
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("an answer is not sent again, so each that is refused is about its session")
  void answersRefused(HttpRig rig) {
    rig.daemon.onReply().times(2).reply(Answer.status(404));
    HttpRig.Talk first = rig.greeted();
    rig.send(first, "{'jsonrpc':'2.0','id':7,'result':{}}");
    rig.awaitLost(first);
    HttpRig.Talk second = rig.greetedNext();
    rig.send(second, "{'jsonrpc':'2.0','id':7,'result':{}}");
    rig.awaitLost(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"initialize", "server/discover"})
  @DisplayName("broken off before there is a session: begun anew")
  void brokenAtTheBeginning(String method, HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.daemon.on(method).once().reply(Answer.reset());
    rig.ask(talk, 1, method);
    assertThat(rig.awaitLost(talk).why()).isEqualTo(BROKE_OFF);
    assertThat(talk.told().unusable()).isEmpty();
  }

  @Test
  @DisplayName("and in the middle of a modern session no more than any other request")
  void brokenDiscover(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.modern(talk, 2, "tools/list", "");
    rig.answer(talk, "2");
    rig.daemon.on("server/discover").once().reply(Answer.reset());
    rig.modern(talk, 1, "server/discover", "");
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(BROKE_OFF);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("39: a session that the daemon does not know gets none, nor one that is not there")
  void notDeleted() {
    HttpRig rig = new HttpRig(Setup.legacy());
    try (rig) {
      HttpRig.Talk first = rig.greeted();
      rig.daemon.forgetSessions();
      HttpRig.Talk second = rig.nextAfterCall(first);
      rig.nextCall(Answer.reset());
      rig.daemon.on("ping").once().reply(Answer.error(404, -32001, "Session not found"));
      HttpRig.Talk third = rig.nextAfterCall(second);
      rig.daemon.awaitListening(1);
      rig.daemon.forgetSessions();
      rig.daemon.cutListening(Cut.RESET);
      rig.awaitLost(third);
    } // here all threads have ended
    assertThat(rig.daemon.requests()).noneMatch(r -> r.method().equals("DELETE"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 200})
  @DisplayName("in a session of both eras a refusal of a modern request is passed on, too")
  void modernRefusalInBoth(int status, HttpRig rig, HttpRig.Talk talk) {
    rig.daemon
        .on("resources/list")
        .reply(Answer.errorWithNullId(status, -32000, "Bad Request: Session ID required"));
    rig.modern(talk, 2, "resources/list", "");
    assertThat(rig.answer(talk, "2")).contains("Session ID required");
    rig.stillServes(talk);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("in the modern era there is no session to lose: the refusal is passed on, once")
  void modernRefusal(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.modern(talk, 1, "tools/list", "");
    rig.answer(talk, "1");
    rig.daemon
        .on("resources/list")
        .reply(Answer.errorWithNullId(400, -32000, "Bad Request: Session ID required"));
    rig.ask(talk, 2, "resources/list");
    assertThat(rig.answer(talk, "2")).contains("Session ID required");
    rig.modern(talk, 3, "tools/list", "");
    rig.answer(talk, "3");
    assertThat(talk.told().hasEnded()).isFalse();
    assertThat(rig.daemon.requests("resources/list")).hasSize(1);
  }

  static Stream<Answer> refusals() {
    return Stream.of(
        Answer.error(404, -32001, "Session not found"),
        Answer.errorWithNullId(400, -32000, "Bad Request: Server not initialized"),
        Answer.error(200, -32001, "Session not found"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("refused again right after a new handshake: that is the answer")
  void refusedAgain(Answer how, HttpRig rig) {
    rig.daemon.on("tools/call").times(3).reply(how);
    rig.daemon.on("ping").reply(how);
    HttpRig.Talk first = rig.greeted();
    HttpRig.Talk second = rig.nextAfterCall(first);
    rig.call(second, 1, "echo", "k");
    rig.call(second, 2, "echo", "k");
    assertThat(rig.answer(second, "1")).contains("\"error\"");
    assertThat(rig.answer(second, "2")).contains("\"error\"");
    rig.stillServes(second);
    assertThat(rig.daemon.executions("k")).isZero();
  }

  @Test
  @DisplayName("refused, answered in the next session, and refused again: lost once more")
  void refusedAfterAnAnswer(HttpRig rig) {
    Answer unknown = Answer.error(404, -32001, "Session not found");
    rig.nextCall(unknown);
    HttpRig.Talk first = rig.greeted();
    HttpRig.Talk second = rig.nextAfterCall(first);
    rig.echo(second, 1);
    rig.nextCall(unknown);
    Link.Sent sent = rig.call(second, 2, "echo", "k");
    rig.awaitLost(second);
    assertThat(second.link().mayHaveRun(sent)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("so it is with what has no answer of its own, once it was taken")
  void refusedAfterItWasTaken(boolean old) {
    try (HttpRig rig = old ? HttpRig.ofOldTransport(Setup.oldSse()) : new HttpRig(Setup.legacy())) {
      String method = old ? "tools/call" : "notifications/x";
      rig.daemon.on(method).once().reply(Answer.status(404));
      HttpRig.Talk first = rig.greeted();
      say(rig, first, method);
      rig.awaitLost(first);
      HttpRig.Talk second = rig.greetedNext();
      say(rig, second, method);
      rig.daemon.await(2, method);
      if (old) {
        rig.answer(second, "1"); // a session with open calls is not over at once
      }
      rig.stillServes(second);
      rig.awaitPosted();
      rig.daemon.on(method).once().reply(Answer.status(404));
      say(rig, second, method);
      rig.awaitLost(second);
    }
  }

  private static void say(HttpRig rig, HttpRig.Talk talk, String method) {
    if (method.equals("tools/call")) {
      rig.call(talk, 1, "echo", "k");
    } else {
      rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/x'}");
    }
  }

  @Test
  @DisplayName("`initialized` refused twice in a row: the session goes on without")
  void initializedRefused(HttpRig rig) {
    rig.daemon.on("notifications/initialized").times(2).reply(Answer.status(404));
    HttpRig.Talk first = rig.greeted();
    rig.awaitLost(first);
    HttpRig.Talk second = rig.greetedNext();
    rig.stillServes(second);
    assertThat(rig.notes()).anyMatch(n -> n.contains("did not accept a message"));
  }

  @Test
  @DisplayName("another request that is refused in the next session is a loss of its own")
  void refusedOther(HttpRig rig) {
    rig.daemon.on("tools/call").times(2).reply(Answer.error(404, -32001, "Session not found"));
    HttpRig.Talk first = rig.greeted();
    HttpRig.Talk second = rig.nextAfterCall(first);
    rig.call(second, 1, "echo", "other");
    rig.awaitLost(second);
  }

  @Test
  @DisplayName("refused again much later: the daemon was restarted once more")
  void refusedLater(@NoStream HttpRig rig) {
    rig.daemon.on("tools/call").times(2).reply(Answer.error(404, -32001, "Session not found"));
    HttpRig.Talk first = rig.greeted();
    HttpRig.Talk second = rig.nextAfterCall(first);
    rig.timers.advance(HttpDaemon.SOON_MILLIS + 1);
    rig.call(second, 1, "echo", "k");
    rig.awaitLost(second);
  }

  @Test
  @DisplayName("10: reset before a byte was read: nobody can know, and it is not repeated")
  void resetAtAccept(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.resetNextHeads(1);
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(BROKE_OFF);
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    assertThat(rig.daemon.requests("tools/call")).isEmpty();
  }

  @Test
  @DisplayName("Connections that the daemon closed while idle cost nothing")
  void idleClosed(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.stillServes(talk);
    rig.daemon.cutIdle(Cut.CLOSE);
    rig.daemon.cutListening(Cut.CLOSE);
    rig.daemon.await(1, "ping"); // it was asked for until it came, so the ends have arrived
    rig.stillServes(talk);
    assertThat(rig.daemon.executions("sync")).isEqualTo(2);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("11: a stream without event ids that ends before its answer ends the call")
  void streamEnds() {
    try (HttpRig rig = new HttpRig(Setup.legacy().sse())) {
      HttpRig.Talk talk = rig.greeted();
      rig.nextCall(
          Answer.sse(Step.notification("notifications/x", new com.google.gson.JsonObject())));
      rig.call(talk, 1, "echo", "k");
      assertThat(rig.awaitCutOff(talk, "1")).isEqualTo("ended its stream before it answered");
      rig.stillServes(talk);
      assertThat(rig.daemon.requests("tools/call")).hasSize(2);
    }
  }

  @Test
  @DisplayName("12: ten calls that are refused at once are one loss, and none of them ran")
  void tenAtOnce(HttpRig rig, HttpRig.Talk talk) {
    Gate gate = new Gate();
    rig.daemon.on("tools/call").reply(Answer.status(404).after(gate));
    List<Link.Sent> sent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sent.add(rig.call(talk, i, "echo", "k" + i));
    }
    rig.daemon.await(10, "tools/call");
    gate.open();
    rig.awaitLost(talk);
    assertThat(sent).noneMatch(talk.link()::mayHaveRun);
    assertThat(rig.channel.daemon.reconnects()).isOne();
  }

  @Test
  @DisplayName("12: whoever is refused gives the others two seconds to be answered, and no more")
  void grace(HttpRig rig, HttpRig.Talk talk) {
    rig.call(talk, 1, "slow", "a");
    Link.Sent never = rig.call(talk, 2, "slow", "b");
    rig.daemon.awaitExecutions("a", 1);
    rig.daemon.awaitExecutions("b", 1);
    rig.nextCall(Answer.status(404));
    Link.Sent refused = rig.call(talk, 3, "echo", "c");
    rig.awaitTimer(HttpRun.LAST_ANSWERS_MILLIS);
    Link.Sent after = rig.call(talk, 4, "echo", "d");
    rig.daemon.gate("a").open();
    assertThat(rig.answer(talk, "1")).contains("slow");
    assertThat(talk.told().hasEnded()).isFalse();
    rig.timers.advance(HttpRun.LAST_ANSWERS_MILLIS);
    rig.awaitLost(talk);
    assertThat(talk.link().mayHaveRun(never)).isTrue();
    assertThat(talk.link().mayHaveRun(refused)).isFalse();
    assertThat(talk.link().mayHaveRun(after)).isFalse();
    assertThat(rig.daemon.executions("d")).isZero();
  }

  @Test
  @DisplayName("What waits for another try when the session is lost never leaves again")
  void triesAtTheEnd(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 1, "a");
    rig.nextCall(Answer.text(503, "text/plain", "busy"));
    Link.Sent waiting = rig.call(talk, 2, "echo", "b");
    rig.daemon.await(2, "tools/call");
    Await.until( // the first back-off is that long
        "it waits", () -> IntStream.rangeClosed(100, 200).anyMatch(rig.timers::has));
    rig.nextCall(Answer.status(404));
    rig.call(talk, 3, "echo", "c");
    rig.awaitTimer(HttpRun.LAST_ANSWERS_MILLIS);
    rig.timers.advance(HttpRun.LAST_ANSWERS_MILLIS - 1); // its next try would be due
    rig.daemon.gate("a").open();
    rig.awaitLost(talk);
    assertThat(talk.link().mayHaveRun(waiting)).isFalse();
    assertThat(rig.daemon.executions("b")).isZero();
    assertThat(rig.daemon.requests("tools/call")).hasSize(3);
  }

  @Test
  @DisplayName("13: what the old session answers after its end goes nowhere")
  void late(HttpRig rig, HttpRig.Talk old) {
    rig.working(old, 1, "a");
    old.link().kill();
    old.told().awaitEnd();
    HttpRig.Talk next = rig.greeted();
    rig.daemon.gate("a").open();
    rig.daemon.awaitAbandoned(1);
    rig.stillServes(next);
    assertThat(old.told().messages()).hasSize(1);
  }

  @Test
  @DisplayName("What waits for `initialized` when the session is lost never leaves")
  void barrierAtTheEnd(HttpRig rig) {
    Gate gate = new Gate();
    rig.daemon.on("notifications/initialized").reply(Answer.status(404).after(gate));
    HttpRig.Talk talk = rig.open();
    rig.initialize(talk);
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    Link.Sent behind = rig.call(talk, 1, "echo", "k");
    gate.awaitReached();
    assertThat(talk.link().mayHaveRun(behind)).isFalse();
    assertThat(rig.daemon.requests("tools/call")).isEmpty(); // it is a barrier
    gate.open();
    rig.awaitLost(talk);
    assertThat(talk.link().mayHaveRun(behind)).isFalse();
    assertThat(rig.daemon.requests("tools/call")).isEmpty();
  }

  @Test
  @DisplayName("An acknowledgement of `initialized` is waited for five seconds only")
  void barrierIsBounded(HttpRig rig) {
    Gate gate = new Gate();
    rig.daemon.on("notifications/initialized").reply(Answer.normal().after(gate));
    HttpRig.Talk talk = rig.open();
    rig.initialize(talk);
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    rig.call(talk, 1, "echo", "k");
    gate.awaitReached();
    rig.awaitTimerAndAdvance(HttpRun.GREETED_MILLIS);
    assertThat(rig.answer(talk, "1")).contains("hi");
    gate.open();
  }

  @Test
  @DisplayName("A daemon that was killed in mid-call: unknown; what is sent then is not executed")
  void killedInMidCall(HttpRig rig, HttpRig.Talk talk) {
    Link.Sent sent = rig.working(talk, 1, "k");
    rig.daemon.stop(Cut.RESET);
    rig.awaitLost(talk);
    Link.Sent late = rig.call(talk, 2, "echo", "k");
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    assertThat(talk.link().mayHaveRun(late)).isFalse();
  }

  @Test
  @DisplayName("a run waits for a daemon without a limit, and says once that it does")
  void waits() {
    ScriptedDaemon daemon = ScriptedDaemon.stopped();
    try (HttpRig rig = new HttpRig(daemon, "")) {
      HttpRig.Talk talk = rig.opening(new Recorder());
      Await.until("the remark", () -> !rig.notes().isEmpty());
      for (int i = 0; i < 60; i++) {
        rig.timers.advance(1_000);
      }
      daemon.start(Setup.legacy());
      rig.pass("the run to open", () -> talk.told().told().contains("opened"));
      assertThat(rig.notes().stream().filter(n -> n.contains("cannot reach"))).hasSize(1);
      rig.greet(talk);
    }
  }
}
