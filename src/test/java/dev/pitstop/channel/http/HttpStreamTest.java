package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.http.HttpRigs.Listening;
import dev.pitstop.channel.http.HttpRigs.Modern;
import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.channel.http.HttpRigs.OldTransport;
import dev.pitstop.channel.http.HttpRigs.Opened;
import dev.pitstop.channel.http.HttpRigs.Resumable;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.Refusal;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("event streams")
@ExtendWith(HttpRigs.class)
class HttpStreamTest {
  private static final String ENDED = "ended its stream before it answered";

  private static Step result(int id, String text) {
    return Step.data(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
            + text
            + "\"}]}}");
  }

  @ParameterizedTest
  @ValueSource(ints = {405, 406, 404, 400, 409, 500})
  @DisplayName("19, 21: where GET is refused, the session does with POST only")
  void noGet(int status, HttpRig rig) {
    rig.daemon.onGet().reply(Answer.status(status));
    HttpRig.Talk talk = rig.greeted();
    rig.daemon.awaitGets(1);
    rig.stillServes(talk);
    for (int i = 0; i < 20; i++) {
      rig.timers.advance(1_000);
    }
    rig.stillServes(talk);
    assertThat(rig.daemon.gets()).hasSize(1);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 404})
  @DisplayName("21: so it does when only the reopening is refused")
  void noSecondGet(int status, HttpRig rig) {
    rig.daemon.onGet().nth(2).reply(Answer.status(status));
    HttpRig.Talk talk = rig.greeted();
    rig.daemon.awaitListening(1);
    rig.daemon.endListening();
    rig.pass("the reopening", () -> rig.daemon.gets().size() == 2);
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("nor when the stream is asked for")
  void unreachedAtGet(HttpRig rig) {
    rig.daemon.onGet().reply(Answer.html(502, "gateway"));
    rig.daemon.on("ping").reply(Answer.html(502, "gateway"));
    assertThat(rig.awaitLost(rig.greeted()).why())
        .isEqualTo("went away: its gateway answered with HTTP status 502");
  }

  @Test
  @DisplayName("A stream that began is tried as often as the first one when it is lost")
  void resetAgain(HttpRig rig) {
    rig.daemon.onGet().times(3).reply(Answer.reset());
    HttpRig.Talk talk = rig.greeted();
    rig.pass("the fourth", () -> rig.daemon.gets().size() == 4);
    rig.daemon.awaitListening(1);
    rig.daemon.onGet().times(3).reply(Answer.reset());
    rig.daemon.cutListening(Cut.CLOSE);
    rig.pass("the eighth", () -> rig.daemon.gets().size() == 8);
    rig.daemon.awaitListening(1);
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("a sign of life that is replayed on the stream for all is told to nobody")
  void replayedSign(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.push(Step.data("{\"jsonrpc\":\"2.0\",\"id\":2100000007,\"result\":{}}"));
    rig.daemon.push(Step.notification("notifications/x", new JsonObject()));
    talk.told().awaitMessages(2);
    assertThat(talk.told().messages().get(1)).contains("notifications/x");
  }

  private static HttpRig.Talk resuming(HttpRig rig) {
    HttpRig.Talk talk = rig.greeted();
    rig.nextCall(Answer.sse(Step.retry(100), Step.prime(), Step.end(), result(1, "at last")));
    rig.call(talk, 1, "echo", "k");
    return talk;
  }

  @Test
  @DisplayName("a resumption that a gateway refuses is tried again")
  void resumedLater(@NoStream @Resumable HttpRig rig) {
    rig.daemon
        .onGet()
        .when(r -> r.header("Last-Event-ID").isPresent())
        .times(2)
        .reply(Answer.html(503, "gateway"));
    HttpRig.Talk talk = resuming(rig);
    rig.pass("the answer", () -> talk.told().messages().size() == 2);
    assertThat(rig.answer(talk, "1")).contains("at last");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("one that is refused as if the session were gone: a sign of life tells")
  void resumptionRefused(boolean gone, @NoStream @Resumable HttpRig rig) {
    rig.daemon.onGet().when(r -> r.header("Last-Event-ID").isPresent()).reply(Answer.status(404));
    HttpRig.Talk talk = resuming(rig);
    rig.awaitTimer(100);
    if (gone) {
      rig.daemon.forgetSessions();
    }
    rig.timers.advance(100);
    rig.pass("an end", () -> talk.told().hasEnded() || !talk.told().unusable().isEmpty());
    assertThat(talk.told().hasEnded()).isEqualTo(gone);
  }

  @Test
  @DisplayName("a daemon that believes the stream to be open that a proxy has cut is asked again")
  void believedOpen(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.onGet().times(2).reply(Answer.status(409));
    rig.daemon.cutListening(Cut.RESET);
    rig.pass("the fourth", () -> rig.daemon.gets().size() == 4);
    rig.daemon.awaitListening(1);
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("A GET that is refused because the session is gone ends it at once")
  void goneAtGet(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.forgetSessions();
    rig.daemon.endListening();
    rig.passPauses("stream", "the end", () -> talk.told().hasEnded());
    assertThat(rig.awaitLost(talk).why())
        .isEqualTo("no longer knows the session (HTTP status 404)");
  }

  static Stream<Answer> noStreams() {
    return Stream.of(
        Answer.html(200, "Welcome"),
        Answer.json(200, "{}"),
        Answer.status(200),
        Answer.status(204));
  }

  @ParameterizedTest
  @MethodSource("noStreams")
  @DisplayName("20: a GET that brings something else is not repeated")
  void noStream(Answer answer) {
    try (HttpRig rig = new HttpRig(Setup.legacy().get(answer))) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon.awaitGets(1);
      rig.stillServes(talk);
      for (int i = 0; i < 20; i++) {
        rig.timers.advance(1_000);
      }
      rig.stillServes(talk);
      assertThat(rig.daemon.gets()).hasSize(1);
    }
  }

  @Test
  @DisplayName("22: a stream that ends again and again is opened again, ever more slowly")
  void endsOften() {
    try (HttpRig rig = new HttpRig(Setup.legacy().get(Answer.sse()))) {
      rig.greeted();
      long[] at = new long[12];
      for (int i = 0; i < at.length; i++) {
        int n = i + 1;
        rig.passPauses(" stream", "GET " + n, () -> rig.daemon.gets().size() >= n);
        at[i] = rig.timers.nowMillis();
      }
      assertThat(at[11] - at[10]).isGreaterThanOrEqualTo(2_500);
      assertThat(at[11]).isGreaterThan(10_000);
    }
  }

  @Test
  @DisplayName("22: one that wants to be asked again at once is not asked without a pause")
  void wantsNoPause() {
    try (HttpRig rig = new HttpRig(Setup.legacy().get(Answer.sse(Step.retry(0))))) {
      rig.greeted();
      for (int i = 1; i <= 5; i++) {
        rig.daemon.awaitGets(i);
        rig.awaitTimer(50);
        assertThat(rig.daemon.gets()).hasSize(i);
        rig.timers.advance(50);
      }
    }
  }

  @Test
  @DisplayName("a stream that a proxy cuts is resumed in the same session, and nothing is told")
  void cut(@Resumable HttpRig rig, HttpRig.Talk talk) {
    for (int i = 1; i <= 9; i++) {
      int n = i;
      rig.pass("stream " + n, () -> rig.daemon.gets().size() == n);
      rig.daemon.awaitListening(1);
      rig.daemon.push(Step.notification("notifications/x" + n, new JsonObject()));
      talk.told().awaitMessages(1 + n);
      rig.daemon.cutListening(n % 2 == 0 ? Cut.RESET : Cut.CLOSE);
    }
    rig.pass("the last stream", () -> rig.daemon.gets().size() == 10);
    assertThat(rig.daemon.gets().stream().skip(1))
        .allMatch(g -> g.header("Last-Event-ID").isPresent());
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
    assertThat(talk.told().messages()).hasSize(1 + 9 + 1);
    assertThat(rig.notes()).isEmpty();
  }

  @Test
  @DisplayName("one that has lasted is opened again as soon as the first one")
  void cutLate(HttpRig rig) {
    rig.greeted();
    for (int i = 1; i <= 8; i++) {
      int n = i;
      rig.pass("stream " + n, () -> rig.daemon.gets().size() == n);
      rig.daemon.awaitListening(1);
      rig.timers.advance(HttpDaemon.STEADY_MILLIS);
      rig.daemon.cutListening(Cut.CLOSE);
      Await.until( // with its jitter
          "a short pause", () -> IntStream.rangeClosed(50, 100).anyMatch(rig.timers::has));
    }
  }

  @Test
  @DisplayName("ended in order by one that was restarted, after a while: lost at once, too")
  void restartedInOrder(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.timers.advance(HttpStream.SHORT_MILLIS);
    rig.daemon.forgetSessions();
    rig.daemon.endListening();
    rig.awaitLost(talk);
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503, 504})
  @DisplayName("refused by a gateway: asked for later, for as long as that takes")
  void gateway(int status, HttpRig rig) {
    rig.daemon.onGet().times(7).reply(Answer.html(status, "gateway"));
    HttpRig.Talk talk = rig.greeted();
    rig.pass("the stream", () -> rig.daemon.gets().size() == 8);
    rig.daemon.awaitListening(1);
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("its gateway does not reach the daemon any more: it went away")
  void unreached(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.on("ping").reply(Answer.html(502, "gateway"));
    rig.daemon.cutListening(Cut.CLOSE);
    assertThat(rig.awaitLost(talk).why())
        .isEqualTo("went away: its gateway answered with HTTP status 502");
  }

  @Test
  @DisplayName("A GET that is reset is no loss while the daemon gives signs of life")
  void resetAtGet(HttpRig rig) {
    rig.daemon.onGet().reply(Answer.reset());
    HttpRig.Talk talk = rig.greeted();
    rig.daemon.await(1, "ping");
    rig.stillServes(talk);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("23: `retry` is heeded, and Last-Event-ID kept over two drops")
  void resumes(@NoStream @Resumable HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(
        Answer.sse(
                Step.retry(700),
                Step.prime(),
                Step.end(),
                Step.notification("notifications/one", new JsonObject()),
                Step.end(),
                result(1, "at last"))
            .executed());
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    rig.awaitTimerAndAdvance(700);
    talk.told().awaitMessages(2);
    rig.awaitTimerAndAdvance(700);
    assertThat(rig.answer(talk, "1")).contains("at last");
    List<Received> gets =
        rig.daemon.gets().stream().filter(g -> g.header("Last-Event-ID").isPresent()).toList();
    assertThat(gets).hasSize(2);
    assertThat(gets.get(0).header("Last-Event-ID"))
        .isNotEqualTo(gets.get(1).header("Last-Event-ID"));
    assertThat(rig.daemon.executions("k")).isOne();
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
  }

  @Test
  @DisplayName("23: a line that one stream cut off does not join the next")
  void cutLine(@NoStream @Resumable HttpRig rig, HttpRig.Talk talk) {
    Gate gate = new Gate();
    rig.nextCall(
        Answer.sse(
            Step.prime(),
            Step.raw("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"half\":"),
            Step.stall(gate),
            Step.drop(Cut.CLOSE),
            result(1, "whole")));
    rig.call(talk, 1, "echo", "k");
    gate.awaitReached();
    gate.open();
    rig.pass("the answer", () -> talk.told().messages().size() == 2);
    assertThat(rig.answer(talk, "1")).contains("whole").doesNotContain("half");
  }

  @Test
  @DisplayName("24: one that ends again and again without anything new does so after a few tries")
  void fruitless(@NoStream @Resumable HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.sse(Step.retry(100), Step.prime(), Step.end()));
    rig.daemon.onGet().when(r -> r.header("Last-Event-ID").isPresent()).reply(Answer.sse());
    rig.call(talk, 1, "echo", "k");
    rig.pass("its end", () -> !talk.told().unusable().isEmpty());
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(ENDED);
    assertThat(rig.daemon.gets().stream().filter(g -> g.header("Last-Event-ID").isPresent()))
        .hasSize(HttpStream.MOST_RESUMED);
  }

  @Test
  @DisplayName("An event id that cannot be said in a header resumes nothing")
  void strangeIds(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.sse(Step.raw("id: größe\ndata:\n\n")));
    rig.call(talk, 1, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "1")).isEqualTo(ENDED);
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("26: CRLF and UTF-8 across chunks, several data lines, no blank, a BOM")
  void parsing(HttpRig rig, HttpRig.Talk talk) {
    byte[] word = "ü".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    rig.nextCall(
        Answer.sse(
            Step.raw(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}),
            Step.raw("data:{\"jsonrpc\":\"2.0\",\r"),
            Step.raw("\ndata: \"method\":\"notifications/a\"}\r\n\r"),
            Step.raw("\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\""),
            Step.raw(new byte[] {word[0]}),
            Step.raw(new byte[] {word[1]}),
            Step.raw("\"}}\n\n")));
    assertThat(rig.echo(talk, 1))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\"ü\"}}");
    assertThat(talk.told().messages().get(1))
        .isEqualTo("{\"jsonrpc\":\"2.0\", \"method\":\"notifications/a\"}");
  }

  @Test
  @DisplayName("27: empty data, comments, unknown events and fields mean nothing")
  void oddities(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(
        Answer.sse(
            Step.comment("alive"),
            Step.raw("data:\n\n"),
            Step.event("ping", "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}"),
            Step.raw("foo: bar\n\n"),
            result(1, "x")));
    assertThat(rig.echo(talk, 1)).contains("\"x\"");
    assertThat(talk.told().messages()).hasSize(2);
    assertThat(talk.told().strays()).isEmpty();
  }

  @Test
  @DisplayName("An event that is no message goes to the ring, and what follows comes through")
  void spoilt(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.push(Step.data("Traceback: no message"));
    rig.daemon.push(Step.data("{\"jsonrpc\":\"2.0\",\"result\":1,\"error\":{}}"));
    rig.daemon.push(Step.notification("notifications/b", new JsonObject()));
    talk.told().awaitMessages(2);
    assertThat(talk.told().messages().get(1)).contains("notifications/b");
    assertThat(talk.told().messages()).noneMatch(m -> m.contains("Traceback"));
    assertThat(rig.notes()).anyMatch(n -> n.contains("Traceback"));
  }

  @Test
  @DisplayName("a server asks on the stream, and its answer is posted")
  void asks(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.daemon.push(Step.ask(new JsonPrimitive(7), "roots/list", new JsonObject()));
    talk.told().awaitMessages(2);
    rig.send(talk, "{'jsonrpc':'2.0','id':7,'result':{'roots':[]}}");
    assertThat(rig.daemon.awaitReply(new JsonPrimitive(7)).has("result")).isTrue();
  }

  @Test
  @DisplayName("30: a daemon of 2024-11-05 is recognised and served; its stream is the session")
  void oldTransport(@OldTransport HttpRig rig) {
    HttpRig.Talk talk = old(rig);
    assertThat(rig.echo(talk, 1)).contains("hi");
    rig.daemon.cutListening(Cut.CLOSE);
    rig.awaitLost(talk);
  }

  private static HttpRig.Talk old(HttpRig rig) {
    HttpRig.Talk talk = rig.open();
    rig.send(
        talk,
        "{'jsonrpc':'2.0','id':'hello','method':'initialize','params':{'protocolVersion':"
            + "'2024-11-05','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
    talk.told().awaitMessages(1);
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    rig.daemon.await(1, "notifications/initialized");
    return talk;
  }

  @Test
  @DisplayName("30: a new endpoint event means a new session")
  void newEndpoint(@OldTransport HttpRig rig) {
    HttpRig.Talk talk = old(rig);
    Link.Sent sent = rig.working(talk, 1, "k");
    rig.daemon.newEndpoint();
    rig.awaitTimer(HttpRun.LAST_ANSWERS_MILLIS); // the call may still be answered
    rig.timers.advance(HttpRun.LAST_ANSWERS_MILLIS);
    assertThat(rig.awaitLost(talk).why()).isEqualTo("started a new session");
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
  }

  @Test
  @DisplayName("30: its refusals of a session in the URL end it, and nothing ran")
  void oldRefusal() {
    for (Refusal refusal : List.of(Refusal.PYTHON_SSE, Refusal.MCP_GO_SSE, Refusal.CSHARP_SSE)) {
      try (HttpRig rig = HttpRig.ofOldTransport(Setup.oldSse().refusal(refusal))) {
        HttpRig.Talk talk = old(rig);
        rig.daemon.on("tools/call").reply(refusal.answer());
        rig.daemon.on("ping").reply(refusal.answer());
        Link.Sent sent = rig.call(talk, 1, "echo", "k");
        rig.awaitLost(talk);
        assertThat(talk.link().mayHaveRun(sent)).isFalse();
      }
    }
  }

  @Test
  @DisplayName("an endpoint at the named origin is taken, by whatever address it is reached")
  void namedEndpoint() {
    ScriptedDaemon daemon = ScriptedDaemon.reserved(InetAddress.ofLiteral("::1"));
    String origin = "http://localhost:" + daemon.port();
    daemon.start(Setup.oldSse().endpoint(origin + "/messages?sessionId="));
    try (HttpRig rig = new HttpRig(daemon, origin + "/sse")) {
      HttpRig.Talk talk = old(rig);
      assertThat(rig.echo(talk, 1)).contains("hi");
    }
  }

  @Test
  @DisplayName("30: an endpoint at another origin is refused, and said")
  void foreignEndpoint() {
    try (HttpRig rig =
        HttpRig.ofOldTransport(Setup.oldSse().endpoint("http://192.0.2.1/messages?sessionId="))) {
      HttpRig.Talk talk = rig.open();
      assertThat(rig.refused(talk)).contains("HTTP status 40");
      assertThat(rig.notes()).anyMatch(n -> n.contains("a different origin"));
    }
  }

  @Test
  @DisplayName("A GET that answers no POST and names no endpoint is given up after a while")
  void streamOfAnotherKind() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpRig rig = new HttpRig(daemon, "")) {
      Gate gate = new Gate();
      daemon.on("initialize").reply(Answer.status(405));
      daemon.onGet().reply(Answer.sse(Step.stall(gate)));
      HttpRig.Talk talk = rig.open();
      rig.ask(talk, "'hello'", "initialize");
      gate.awaitReached();
      Await.until("the limit", () -> rig.timers.has(10_000));
      rig.timers.advance(10_000);
      assertThat(rig.awaitRefused(talk)).contains("405");
      Await.until("the stream is let go", () -> daemon.abandoned().size() == 1);
    }
  }

  @Test
  @DisplayName(
      "a reloader whose program does not start ends the stream and then says nothing: lost")
  void silentAfterStream(HttpRig rig, @Listening HttpRig.Talk talk) {
    Gate never = new Gate();
    rig.daemon.on("ping").reply(Answer.normal().after(never));
    rig.daemon.cutListening(Cut.CLOSE);
    never.awaitReached();
    rig.pass("the end", () -> talk.told().hasEnded());
    assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 10 s");
  }

  /// The client has read something on the stream, so a reset is not one of its beginning.
  private static void heard(HttpRig rig, HttpRig.Talk talk) {
    int before = talk.told().messages().size();
    rig.daemon.push(Step.notification("notifications/x", new JsonObject()));
    talk.told().awaitMessages(before + 1);
  }

  @Test
  @DisplayName(
      "a reloader whose old program gave a last sign, and whose new one does not start: lost")
  void silentAfterLastSign(HttpRig rig, @Listening HttpRig.Talk talk) {
    heard(rig, talk);
    rig.timers.advance(HttpStream.SHORT_MILLIS);
    Gate never = new Gate();
    rig.daemon.on("ping").once().reply(Answer.normal());
    rig.daemon.on("ping").reply(Answer.normal().after(never));
    rig.daemon.onGet().reply(Answer.listen().after(never));
    rig.daemon.cutListening(Cut.RESET);
    rig.pass("the end", () -> talk.told().hasEnded());
    assertThat(rig.awaitLost(talk).why()).isEqualTo("did not respond for 10 s");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a request waits while it is in doubt whether the daemon still answers")
  void inDoubt(boolean lives, HttpRig rig, @Listening HttpRig.Talk talk) {
    heard(rig, talk);
    Gate sign = new Gate();
    rig.daemon.on("ping").reply(Answer.normal().after(sign));
    rig.daemon.cutListening(Cut.RESET);
    sign.awaitReached();
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    rig.awaitTimer(HttpStream.SIGN_MILLIS);
    if (lives) {
      sign.open();
      rig.answer(talk, "1");
    } else {
      rig.timers.advance(HttpStream.SIGN_MILLIS);
      rig.awaitLost(talk);
      assertThat(talk.link().mayHaveRun(sent)).isFalse();
      assertThat(rig.daemon.requests("tools/call")).isEmpty();
    }
  }

  @Test
  @DisplayName("a daemon that sends the head of its second stream with the first event: goes on")
  void lateHead(HttpRig rig, @Listening HttpRig.Talk talk) {
    heard(rig, talk);
    Gate event = new Gate();
    rig.daemon.onGet().reply(Answer.listen().after(event));
    rig.daemon.cutListening(Cut.RESET);
    rig.pass("the sign of life", () -> rig.daemon.requests("ping").size() == 2);
    rig.stillServes(talk);
    event.open();
    rig.daemon.awaitListening(1);
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("31: a daemon that waits for our stream before it restarts is let go")
  void letsGo(HttpRig rig, @Listening HttpRig.Talk talk) {
    rig.refuseLooks(); // it takes no connections any more
    rig.pass("the end", () -> talk.told().hasEnded());
    assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: no route to the host (made up)");
    rig.daemon.awaitListening(0);
  }

  @Test
  @DisplayName("a subscription of the modern era that ends or breaks off is made anew")
  void subscription(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.daemon.on("subscriptions/listen").once().reply(Answer.sse());
    rig.daemon.on("subscriptions/listen").once().reply(Answer.sse(Step.drop(Cut.RESET)));
    rig.daemon.on("subscriptions/listen").once().reply(Answer.html(502, "gateway"));
    rig.modern(talk, 1, "subscriptions/listen", "'notifications':{'toolsListChanged':true}");
    rig.pass("the fourth", () -> rig.daemon.requests("subscriptions/listen").size() == 4);
    talk.told().awaitMessages(1);
    assertThat(talk.told().messages().getFirst()).contains("acknowledged");
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @Test
  @DisplayName("a subscription that ends as the daemon does is a session lost")
  void subscriptionOfTheDead(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    rig.daemon.on("subscriptions/listen").reply(Answer.sse());
    rig.refuseLooks();
    rig.modern(talk, 1, "subscriptions/listen", "'notifications':{'toolsListChanged':true}");
    assertThat(rig.awaitLost(talk).why()).isEqualTo("went away: no route to the host (made up)");
    assertThat(talk.told().messages()).isEmpty();
  }

  @Test
  @DisplayName("a store of events that replays the one that only brought an id: no answer")
  void priming(@NoStream @Resumable HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(
        Answer.sse(
            Step.retry(100),
            Step.prime(),
            Step.end(),
            Step.raw("id: p1\ndata: {}\n\n"),
            Step.raw("id: p2\ndata: { }\n\n"),
            Step.raw("data: {\"jsonrpc\":\"2.0\",\"id\":2100000007,\"result\":{}}\n\n"),
            result(1, "at last")));
    rig.call(talk, 1, "echo", "k");
    rig.awaitTimerAndAdvance(100);
    assertThat(rig.answer(talk, "1")).contains("at last");
    assertThat(talk.told().messages()).hasSize(2); // a replayed sign of life is for nobody
    assertThat(talk.told().unusable()).isEmpty();
    assertThat(talk.told().strays()).isEmpty();
  }

  @Test
  @DisplayName("what names no id is no answer, and is shown")
  void nameless(HttpRig rig, HttpRig.Talk talk) {
    Step bad = Step.data("{\"jsonrpc\":\"2.0\",\"result\":1,\"error\":{}}");
    rig.nextCall(Answer.sse(bad, result(1, "at last")));
    assertThat(rig.echo(talk, 1)).contains("at last");
    assertThat(talk.told().unusable()).isEmpty();
    assertThat(talk.told().strays()).hasSize(1);
    rig.nextCall(Answer.sse(bad));
    rig.call(talk, 2, "echo", "k");
    assertThat(rig.awaitCutOff(talk, "2")).isEqualTo(ENDED);
  }

  @Test
  @DisplayName("an error under the id of another request is that one's")
  void errorOfAnother(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 7, "a");
    rig.nextCall(
        Answer.sse(
            Step.data("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,\"message\":\"x\"}}"),
            result(1, "at last")));
    assertThat(rig.echo(talk, 1)).contains("at last");
    assertThat(rig.answer(talk, "7")).contains("\"message\":\"x\"");
    rig.daemon.gate("a").open();
  }
}
