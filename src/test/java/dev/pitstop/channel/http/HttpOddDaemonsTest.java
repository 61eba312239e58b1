package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.http.HttpRigs.NoStream;
import dev.pitstop.channel.http.HttpRigs.OldTransport;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Daemons that people run and that are odd in one way, as told in public reports.
@DisplayName("a daemon that")
@ExtendWith(HttpRigs.class)
class HttpOddDaemonsTest {
  private static String result(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"mine\":true}}";
  }

  static Stream<Answer> refusals() {
    return Stream.of(
        Answer.errorWithNullId(405, -32601, "Method not allowed"),
        Answer.errorWithNullId(405, -32000, "Method not allowed."),
        Answer.errorWithNullId(404, -32601, "Endpoint not found"),
        Answer.error(400, -32600, "Bad request"),
        Answer.text(405, "text/plain", "Method Not Allowed"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("refuses the POST of the newer transport with such a status has the older one")
  void older(Answer refusal, @OldTransport HttpRig rig) {
    rig.daemon.on("initialize").once().reply(refusal);
    rig.stillServes(rig.greeted());
  }

  @Test
  @DisplayName("answers a POST with the older transport's stream is used as that, and named")
  void postGetsStream(@OldTransport HttpRig rig) {
    rig.daemon
        .on("initialize")
        .once()
        .reply(Answer.listen(Step.event("endpoint", "/messages?sessionId=none")));
    HttpRig.Talk talk = rig.open();
    rig.hello(talk);
    rig.pass("the handshake", () -> !talk.told().messages().isEmpty());
    assertThat(rig.notes()).anyMatch(n -> n.contains("the transport of 2024-11-05"));
    rig.stillServes(talk);
  }

  static Stream<Answer> empty() {
    return Stream.of(
        Answer.text(200, "text/event-stream", result("'hello'").replace('\'', '"')),
        Answer.text(200, "text/event-stream", "data: " + result("1") + "\n"),
        Answer.text(200, "text/event-stream", ""));
  }

  @ParameterizedTest
  @MethodSource("empty")
  @DisplayName("ends the stream on which it should answer `initialize` has refused it")
  void streamWithoutHello(Answer answer, HttpRig rig) {
    rig.daemon.on("initialize").reply(answer);
    HttpRig.Talk talk = rig.open();
    rig.hello(talk);
    assertThat(rig.awaitRefused(talk))
        .isEqualTo(rig.daemon.url() + " ended its stream before it answered.");
  }

  static Stream<Arguments> ids() {
    return Stream.of(
        Arguments.of("1", Answer.json(200, result("\"1\""))),
        Arguments.of("1", Answer.json(200, result("0"))),
        Arguments.of("1", Answer.json(200, result("1.0"))),
        Arguments.of("'1'", Answer.json(200, result("1"))),
        Arguments.of("1", Answer.sse(Step.data(result("\"1\"")))),
        Arguments.of("'1'", Answer.sse(Step.data(result("1")))));
  }

  @ParameterizedTest
  @MethodSource("ids")
  @DisplayName("writes an id in another form has answered the request")
  void otherForm(String id, Answer answer, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(answer);
    rig.call(talk, id, "echo", "k");
    assertThat(rig.answer(talk, id)).contains("mine");
    rig.stillServes(talk);
    assertThat(talk.told().unusable()).isEmpty();
  }

  @Test
  @DisplayName("tells an answer of another id on a request's stream has not answered this request")
  void othersOnStream(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.sse(Step.data(result("99")), Step.data(result("\"1\""))));
    assertThat(rig.echo(talk, 1)).isEqualTo(result("1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"1\"", "1.0"})
  @DisplayName("answers with 202 and later on the common stream is awaited there")
  void answersOnStream(String id, HttpRig rig, HttpRig.Talk talk) {
    rig.pass("the stream", () -> !rig.daemon.gets().isEmpty());
    rig.daemon.awaitListening(1);
    rig.nextCall(Answer.status(202));
    rig.call(talk, 1, "echo", "k");
    rig.daemon.await(1, "tools/call");
    rig.awaitPosted(); // else the next call may get the 202
    rig.timers.advance(30_000);
    rig.daemon.push(Step.data(result(id)));
    assertThat(rig.answer(talk, "1")).isEqualTo(result("1"));
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("answers with 202 and has no common stream gets an error at once")
  void acceptedInVain(@NoStream HttpRig rig, HttpRig.Talk talk) {
    rig.pass("the stream", () -> !rig.daemon.gets().isEmpty());
    rig.nextCall(Answer.status(202));
    rig.call(talk, 1, "echo", "k");
    Await.until(
        "the end of the call",
        () -> !talk.told().unusable().isEmpty() || talk.told().messages().size() > 1);
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("gives its session another id is named by the newest one")
  void handedOver() {
    try (HttpRig rig = new HttpRig(Setup.legacy().sessions(Setup.Sessions.ANY))) {
      HttpRig.Talk talk = rig.greeted();
      rig.daemon
          .on("tools/call")
          .once()
          .reply(Answer.json(200, result("1")).with("Mcp-Session-Id", "second"));
      rig.echo(talk, 1);
      rig.stillServes(talk);
      assertThat(rig.daemon.requests("tools/call").getLast().header("Mcp-Session-Id"))
          .contains("second");
    }
  }

  @Test
  @DisplayName("sets cookies gets them back")
  void cookies(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon
        .on("tools/call")
        .once()
        .reply(
            Answer.json(200, result("1"))
                .with("Set-Cookie", "worker=two; Path=/; HttpOnly")
                .with("Set-Cookie", "other=1; Path=/elsewhere"));
    rig.echo(talk, 1);
    rig.stillServes(talk);
    assertThat(cookie(rig)).contains("worker=two");
  }

  private static Optional<String> cookie(HttpRig rig) {
    Received last = rig.daemon.requests("tools/call").getLast();
    return last.header("Cookie");
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "deflate"})
  @DisplayName("encodes its answer in a way that nobody asked for is told so")
  void encoded(String coding, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.text(200, "text/event-stream", "??").with("Content-Encoding", coding));
    assertThat(rig.echo(talk, 1))
        .contains("`Content-Encoding: " + coding + "`", "may have taken effect");
    rig.stillServes(talk);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "identity"})
  @DisplayName("names an encoding that is none is read")
  void noEncoding(String coding, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.json(200, result("1")).with("Content-Encoding", coding));
    assertThat(rig.echo(talk, 1)).contains("mine");
  }

  static Stream<Answer> oddRefusals() {
    return Stream.of(
        Answer.text(400, "text/plain", "No transport found for sessionId"),
        Answer.text(401, "text/plain", "No transport found for sessionId"),
        Answer.json(400, "{\"error\":\"Invalid MCP request or session.\"}"),
        Answer.html(403, "Forbidden"),
        Answer.status(422));
  }

  @ParameterizedTest
  @MethodSource("oddRefusals")
  @DisplayName("refuses a session in words that nobody knows has lost it")
  void oddWords(Answer refusal, @NoStream HttpRig rig, HttpRig.Talk talk) {
    rig.stillServes(talk);
    rig.daemon.on("tools/call").once().reply(refusal);
    rig.daemon.on("ping").once().reply(refusal);
    var sent = rig.call(talk, 1, "echo", "k");
    rig.awaitLost(talk);
    assertThat(talk.link().mayHaveRun(sent)).isFalse();
    rig.stillServes(rig.greetedNext());
  }

  @ParameterizedTest
  @MethodSource("oddRefusals")
  @DisplayName("refuses a message, and not a sign of life, keeps the session")
  void refusesOne(Answer refusal, @NoStream HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.on("tools/call").once().reply(refusal);
    rig.echo(talk, 1);
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("refuses a message in two sessions has answered it with that")
  void refusedTwice(@NoStream HttpRig rig) {
    Answer refusal = Answer.text(400, "text/plain", "not like this");
    HttpRig.Talk first = rig.greeted();
    rig.daemon.on("tools/call").times(2).reply(refusal);
    rig.daemon.on("ping").times(2).reply(refusal);
    HttpRig.Talk second = rig.nextAfterCall(first);
    assertThat(rig.echo(second, 1)).contains("not like this");
    rig.stillServes(second);
  }

  @Test
  @DisplayName("refuses the stream of a new session keeps the session")
  void refusesStream() {
    try (HttpRig rig =
        new HttpRig(Setup.legacy().get(Answer.errorWithNullId(404, -32600, "Session not found")))) {
      HttpRig.Talk talk = rig.greeted();
      rig.pass("the stream", () -> !rig.daemon.gets().isEmpty());
      rig.stillServes(talk);
      assertThat(rig.daemon.requests("ping")).isEmpty();
    }
  }

  @Test
  @DisplayName("forgets one session after another is several processes, and people are told")
  void severalProcesses(HttpRig rig) {
    List<String> whys = IntStream.range(0, 3).mapToObj(i -> lost(rig)).toList();
    assertThat(whys.subList(0, 2)).noneMatch(w -> w.contains("several processes"));
    assertThat(whys.getLast()).contains("several processes", "run one worker");
    HttpRig.Talk talk = next(rig);
    rig.timers.advance(HttpDaemon.STEADY_MILLIS);
    assertThat(lost(rig, talk)).doesNotContain("several processes");
  }

  private static HttpRig.Talk next(HttpRig rig) {
    return rig.greetedNext();
  }

  private static String lost(HttpRig rig) {
    return lost(rig, next(rig));
  }

  private static String lost(HttpRig rig, HttpRig.Talk talk) {
    rig.daemon.forgetSessions();
    String key = "k" + rig.daemon.requests("initialize").size(); // each call is another
    rig.call(talk, 1, "echo", key);
    return rig.awaitLost(talk).why();
  }

  @Test
  @DisplayName("accepts connections and does not answer is named after a while")
  void silent(HttpRig rig) {
    Gate gate = new Gate();
    rig.daemon.on("initialize").once().reply(Answer.normal().after(gate));
    HttpRig.Talk talk = rig.open();
    rig.hello(talk);
    rig.daemon.await(1, "initialize");
    rig.awaitTimer(HttpExchange.SILENT_MILLIS);
    assertThat(rig.channel.away()).isEmpty();
    rig.timers.advance(HttpExchange.SILENT_MILLIS);
    Await.until("it is named", () -> rig.channel.away().isPresent());
    assertThat(rig.channel.away().orElseThrow().why())
        .contains("accepts connections", "does not answer `initialize`");
    gate.open();
    talk.told().awaitMessages(1);
    assertThat(rig.channel.away()).isEmpty();
  }

  @Test
  @DisplayName("is full says so while its sessions are awaited")
  void full(HttpRig rig) {
    rig.daemon
        .on("initialize")
        .times(2)
        .reply(Answer.errorWithNullId(503, -32000, "Too many sessions"));
    HttpRig.Talk talk = rig.open(new Recorder());
    rig.hello(talk);
    Await.until("it is named", () -> rig.channel.away().isPresent());
    assertThat(rig.channel.away().orElseThrow().why()).contains("503", "Too many sessions");
    rig.pass("the handshake", () -> !talk.told().messages().isEmpty());
    assertThat(rig.channel.away()).isEmpty();
  }

  @Test
  @DisplayName("answers with a long text is quoted with its beginning and its end")
  void longText(HttpRig rig) {
    String trace = "Traceback (most recent call last):\n" + "  File \"x.py\"\n".repeat(900);
    HttpRig.Talk talk = rig.greeted();
    rig.nextCall(Answer.text(500, "text/plain", trace + "RuntimeError: the cause\n"));
    assertThat(rig.echo(talk, 1)).contains("Traceback", " … ", "RuntimeError: the cause");
  }
}
