package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.http.HttpRigs.Modern;
import dev.pitstop.channel.http.HttpRigs.Opened;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.http.fixture.Step;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("single exchanges")
@ExtendWith(HttpRigs.class)
class HttpExchangeTest {
  static Stream<Answer> acknowledgements() {
    return Stream.of(
        Answer.status(202),
        Answer.status(200),
        Answer.json(200, "null"),
        Answer.status(204),
        Answer.text(200, "text/plain", "OK"),
        Answer.html(200, "OK"),
        Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
        new dev.pitstop.http.fixture.Answer.Whole(
            202, dev.pitstop.http.fixture.Headers.of("Content-Encoding", "gzip"), new byte[0]));
  }

  @ParameterizedTest
  @MethodSource("acknowledgements")
  @DisplayName("28: a notification's answer means nothing, whatever it is")
  void acknowledged(Answer answer, HttpRig rig) {
    rig.daemon.on("notifications/initialized").reply(answer);
    rig.daemon.on("notifications/x").reply(answer);
    HttpRig.Talk talk = rig.greeted();
    rig.daemon.awaitListening(1); // it counts as acknowledged
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/x'}");
    rig.daemon.await(1, "notifications/x");
    rig.stillServes(talk);
    assertThat(talk.told().messages()).hasSize(2);
    Await.until("nothing is kept of it", () -> talk.link().pending() == 0);
  }

  static Stream<Answer> errors() {
    return Stream.of(
        Answer.errorWithNullId(200, -32000, "broken"),
        Answer.errorWithId(200, "server-error", -32000, "broken"),
        Answer.errorWithNullId(500, -32000, "broken"),
        Answer.errorWithId(400, "server-error", -32000, "broken"),
        Answer.json(
            200, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"broken\"}}"),
        Answer.sse(
            Step.data(
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"broken\"}}")));
  }

  @ParameterizedTest
  @MethodSource("errors")
  @DisplayName("29: an error under no id of ours gets the request's")
  void errorIds(Answer answer, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(answer);
    rig.call(talk, "'a \\u00fc'", "echo", "k");
    assertThat(rig.answer(talk, "'a \\u00fc'")).contains("-32000", "broken");
    rig.stillServes(talk);
  }

  static Stream<Answer> noMessages() {
    return Stream.of(
        Answer.html(200, "Welcome"),
        Answer.text(200, "application/json", "Internal problem"),
        Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"resu"),
        Answer.json(200, "[]"),
        Answer.json(200, "null"),
        Answer.json(200, ""),
        Answer.sse(Step.data("no message")),
        Answer.html(500, "Proxy error"),
        Answer.text(500, "text/plain", "Traceback"),
        Answer.html(401, "Log in"));
  }

  @ParameterizedTest
  @MethodSource("noMessages")
  @DisplayName("what is no message never comes out as one, and its call ends")
  void noMessage(Answer answer, HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(answer);
    rig.call(talk, 1, "echo", "k");
    Await.until(
        "the end of the call",
        () ->
            talk.told().messages().stream().anyMatch(m -> m.contains("\"id\":1,\"error\""))
                || talk.told().unusable().stream()
                    .anyMatch(u -> u.id().filter(i -> i.lexeme().equals("1")).isPresent()));
    rig.stillServes(talk);
    assertThat(talk.told().messages()).allMatch(m -> m.startsWith("{\"jsonrpc\""));
  }

  @Test
  @DisplayName("A pretty-printed answer comes out as one line")
  void pretty(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(
        Answer.json(200, "\r\n{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {}\r\n}\n"));
    rig.call(talk, 1, "echo", "k");
    talk.told().awaitMessages(2);
    assertThat(talk.told().messages().get(1)).doesNotContain("\n", "\r").contains("\"result\": {}");
  }

  @Test
  @DisplayName("an answer over the limit is withheld, and its call named")
  void tooLong(HttpRig rig, HttpRig.Talk talk) {
    String filling = "x".repeat(HttpRig.MAX_MESSAGE);
    String long1 = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\"" + filling + "\"}}";
    rig.nextCall(Answer.json(200, long1));
    rig.nextCall(Answer.sse(Step.data(long1)));
    for (int i = 0; i < 2; i++) {
      int n = i + 1;
      rig.call(talk, 1, "echo", "k");
      Await.until("it is told", () -> talk.told().unusable().size() == n);
      assertThat(talk.told().unusable().get(i))
          .isInstanceOfSatisfying(
              Events.Unusable.TooLong.class,
              t -> assertThat(t.id().orElseThrow().lexeme()).isEqualTo("1"));
    }
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("15: the revision that was negotiated is the header of all that follows")
  void revision() {
    try (HttpRig rig = new HttpRig(Setup.legacy("2025-03-26"))) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      assertThat(rig.daemon.requests("initialize").getFirst().header("Mcp-Protocol-Version"))
          .isEmpty();
      assertThat(rig.daemon.requests("initialize").getFirst().header("Mcp-Session-Id")).isEmpty();
      for (String m : List.of("notifications/initialized", "tools/call")) {
        Received r = rig.daemon.requests(m).getFirst();
        assertThat(r.header("Mcp-Protocol-Version")).contains("2025-03-26");
        assertThat(r.header("Mcp-Session-Id")).isPresent();
      }
      assertThat(talk.link().facts().daemon().orElseThrow().revision()).contains("2025-03-26");
      assertThat(talk.link().facts().daemon().orElseThrow().session().orElseThrow())
          .isEqualTo("sess…");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  @DisplayName("15: a modern request about a task names the task in `Mcp-Name`, encoded (SEP-2663)")
  void taskName(String method, @Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    List<String> ids = List.of("'t-1'", "'Auftrag für Käse'", "''");
    for (int id = 1; id <= ids.size(); id++) {
      rig.modern(talk, id, method, "'taskId':" + ids.get(id - 1));
      assertThat(rig.answer(talk, String.valueOf(id))).doesNotContain("-32020");
    }
    assertThat(rig.daemon.requests(method).stream().map(r -> r.header("Mcp-Name")))
        .containsExactly(
            Optional.of("t-1"),
            Optional.of("=?base64?QXVmdHJhZyBmw7xyIEvDpHNl?="),
            Optional.of("=?base64??="));
  }

  @Test
  @DisplayName("A session id or revision that cannot be said in a header is not said")
  void strangeHello() {
    try (HttpRig rig = new HttpRig(Setup.legacy().sessions(Setup.Sessions.NONE))) {
      rig.daemon
          .on("initialize")
          .reply(
              Answer.json(
                      200,
                      "{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"result\":{\"protocolVersion\":"
                          + "\"2025\\r\\nEvil: yes\"}}")
                  .with("Mcp-Session-Id", "with blanks in it"));
      HttpRig.Talk talk = rig.open();
      rig.initialize(talk);
      rig.call(talk, 1, "echo", "k");
      Received r = rig.daemon.await(1, "tools/call").getFirst();
      assertThat(r.header("Mcp-Session-Id")).isEmpty();
      assertThat(r.header("Evil")).isEmpty();
    }
  }

  @Test
  @DisplayName("32: no upgrade is offered, and no compression asked for")
  void plain(HttpRig rig, HttpRig.Talk talk) {
    rig.stillServes(talk);
    for (Received r : rig.daemon.requests()) {
      assertThat(r.header("Upgrade")).isEmpty();
      assertThat(r.header("HTTP2-Settings")).isEmpty();
      assertThat(r.header("Connection").orElse("")).doesNotContainIgnoringCase("upgrade");
      assertThat(r.header("Accept-Encoding")).contains("identity");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  @DisplayName("33: of `localhost` only one address is served: reached, and Host is unchanged")
  void oneAddress(String address) {
    ScriptedDaemon daemon = ScriptedDaemon.reserved(InetAddress.ofLiteral(address));
    daemon.start(Setup.legacy());
    String url = "http://localhost:" + daemon.port() + "/mcp";
    try (HttpRig rig = new HttpRig(daemon, url)) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      assertThat(daemon.requests())
          .allSatisfy(r -> assertThat(r.header("Host")).contains("localhost:" + daemon.port()));
    }
  }

  private static ScriptedDaemon onlyOnIpv6(Setup setup) {
    ScriptedDaemon daemon = ScriptedDaemon.reserved(InetAddress.ofLiteral("::1"));
    daemon.start(setup);
    return daemon;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%2Fb?token=a%2Bb", "%7Euser/?q=%26", "e%CC%81?a[]=%20+"})
  @DisplayName("path and query arrive byte for byte, also where only ::1 listens")
  void pathAndQuery(String target) {
    ScriptedDaemon daemon = onlyOnIpv6(Setup.legacy().path("/" + target.split("[?]")[0]));
    try (HttpRig rig = new HttpRig(daemon, "http://localhost:" + daemon.port() + "/" + target)) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      assertThat(daemon.requests()).allSatisfy(r -> assertThat(r.target()).isEqualTo("/" + target));
    }
  }

  @Test
  @DisplayName("the named origin counts, by whatever address it is reached")
  void namedOrigin() {
    ScriptedDaemon daemon = onlyOnIpv6(Setup.legacy().path("/mcp/"));
    String origin = "http://localhost:" + daemon.port();
    try (HttpRig rig = new HttpRig(daemon, origin + "/mcp")) {
      daemon.onPath("/mcp").reply(Answer.redirect(307, origin + "/mcp/"));
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      assertThat(daemon.requests().getLast().path()).isEqualTo("/mcp/");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {421, 403})
  @DisplayName("34: a refused Host is named, and not tried again")
  void refusedHost(int status, HttpRig rig) {
    rig.daemon.onPost().reply(Answer.text(status, "text/plain", "Invalid Host header"));
    HttpRig.Talk talk = rig.open();
    assertThat(rig.refused(talk))
        .contains("HTTP status " + status, "Invalid Host header", "127.0.0.1");
    assertThat(rig.daemon.requests()).hasSize(1);
  }

  @Test
  @DisplayName("35: 307 keeps method, body and headers, and what follows goes there at once")
  void redirect() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy().path("/mcp/"));
    try (HttpRig rig = new HttpRig(daemon, "", "Authorization: Bearer sesame-123")) {
      daemon.onPath("/mcp").reply(Answer.redirect(307, "/mcp/"));
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
      List<Received> all = daemon.requests();
      assertThat(all.get(0).path()).isEqualTo("/mcp");
      assertThat(all.get(1).path()).isEqualTo("/mcp/");
      assertThat(all.get(1).method()).isEqualTo("POST");
      assertThat(all.get(1).text()).isEqualTo(all.get(0).text());
      assertThat(all.get(1).header("Authorization")).contains("Bearer sesame-123");
      assertThat(all.stream().filter(r -> r.path().equals("/mcp"))).hasSize(1);
    }
  }

  @Test
  @DisplayName("35: one to another origin is refused, and so is a circle")
  void foreignRedirect(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.redirect(307, "http://192.0.2.1/mcp"));
    assertThat(rig.echo(talk, 1)).contains("a different origin");
    rig.daemon.on("tools/call").times(6).reply(Answer.redirect(308, "/mcp"));
    assertThat(rig.echo(talk, 2)).contains("redirect");
    rig.stillServes(talk);
    assertThat(rig.daemon.executions("k")).isZero();
  }

  @Test
  @DisplayName("38: 401: what is wanted is shown, nothing is tried again, the token is hidden")
  void unauthorized() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpRig rig = new HttpRig(daemon, "", "Authorization: Bearer sesame-123")) {
      daemon
          .onPost()
          .reply(
              Answer.text(401, "text/plain", "Bearer sesame-123 is not good enough")
                  .with("WWW-Authenticate", "Bearer resource_metadata=\"http://x/y\""));
      HttpRig.Talk talk = rig.open();
      String refusal = rig.refused(talk);
      rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/x'}");
      Await.until("the remark", () -> rig.notes().stream().anyMatch(n -> n.contains("401")));
      assertThat(refusal)
          .contains("resource_metadata", "--bearer-env", "not good enough")
          .doesNotContain("sesame");
      assertThat(rig.notes()).noneMatch(n -> n.contains("sesame"));
      assertThat(daemon.requests()).hasSize(2);
      assertThat(daemon.requests().getFirst().header("Authorization"))
          .contains("Bearer sesame-123");
    }
  }

  @Test
  @DisplayName("what a 403 wants is shown, without the token")
  void forbidden() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpRig rig = new HttpRig(daemon, "", "Authorization: Bearer sesame-123")) {
      HttpRig.Talk talk = rig.greeted();
      daemon
          .on("tools/call")
          .once()
          .reply(
              Answer.text(403, "text/plain", "no")
                  .with(
                      "WWW-Authenticate",
                      "Bearer error=\"insufficient_scope\", scope=\"files\", of=sesame-123"));
      assertThat(rig.echo(talk, 1))
          .contains("403", "insufficient_scope", "files")
          .doesNotContain("sesame");
      rig.stillServes(talk);
    }
  }

  @Test
  @DisplayName("more headers than can be read are named, and cost that call only")
  void manyHeaders(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.text(200, "text/plain", "x").with("X-Long", "y".repeat(400 * 1024)));
    assertThat(rig.echo(talk, 1))
        .contains("does not answer with valid HTTP (Header size too big", "may have taken effect");
    rig.stillServes(talk);
    assertThat(rig.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("what is not HTTP is quoted, and costs that call only")
  void notHttp(HttpRig rig, HttpRig.Talk talk) {
    rig.nextCall(Answer.bytes("what is that?\n", Cut.CLOSE));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    assertThat(rig.answer(talk, "1"))
        .contains("does not answer with valid HTTP", "what is that?", "may have taken effect");
    assertThat(talk.link().mayHaveRun(sent)).isTrue();
    rig.stillServes(talk);
  }

  @Test
  @DisplayName("what a daemon says of our secrets goes to no ring and no call")
  void secrets() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpRig rig = new HttpRig(daemon, "", "X-Key: sesame-123")) {
      HttpRig.Talk talk = rig.greeted();
      daemon.on("tools/call").times(1).reply(Answer.text(200, "text/plain", "key sesame-123?"));
      daemon.on("tools/call").times(1).reply(Answer.sse(Step.data("key sesame-123?")));
      assertThat(rig.echo(talk, 1)).contains("key …?");
      rig.call(talk, 2, "echo", "k");
      Await.until("it is told", () -> talk.told().unusable().size() == 1);
      assertThat(rig.notes()).noneMatch(n -> n.contains("sesame"));
      assertThat(talk.told().strays()).noneMatch(n -> n.contains("sesame"));
      assertThat(talk.told().unusable().toString()).doesNotContain("sesame");
    }
  }

  @Test
  @DisplayName("nor do results, errors, questions and notifications that quote them, cut or not")
  void secretsInMessages() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    String[] headers = {"Authorization: Bearer sesame-token-1", "X-Phrase: open the sesame door"};
    try (HttpRig rig = new HttpRig(daemon, "", headers)) {
      HttpRig.Talk talk = rig.greeted();
      daemon.on("tools/call").times(1).reply(Answer.error(200, -32000, "no: sesame-token-1"));
      daemon.on("tools/call").times(1).reply(Answer.error(401, -32001, "open the sesame door"));
      daemon
          .on("tools/call")
          .times(1)
          .reply(
              Answer.sse(
                  Step.data(
                      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                          + "{\"data\":\"Bearer sesame\\u002dtoken-1\"}}"),
                  Step.data(
                      "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\","
                          + "\"text\":\"{\\\"x-phrase\\\":\\\"open the sesame door\\\"}\"}]}}")));
      daemon
          .on("tools/call")
          .times(1)
          .reply(Answer.text(500, "text/plain", "x".repeat(290) + " sesame-token-1"));
      assertThat(rig.echo(talk, 1)).contains("\"no: …\"");
      assertThat(rig.echo(talk, 2)).contains("\"message\":\"…\"");
      assertThat(rig.echo(talk, 3)).contains("{\\\"x-phrase\\\":\\\"…\\\"}");
      assertThat(rig.echo(talk, 4)).contains("status 500", "xxx …");
      assertThat(talk.told().messages())
          .anyMatch(m -> m.contains("{\"data\":\"…\"}"))
          .noneMatch(m -> m.contains("sesame"));
      assertThat(rig.notes()).noneMatch(n -> n.contains("sesame"));
    }
  }

  @Test
  @DisplayName("40: during a long call others are served, and a cancellation gets through")
  void longCall(HttpRig rig, HttpRig.Talk talk) {
    rig.working(talk, 1, "k");
    rig.ask(talk, 2, "ping");
    rig.answer(talk, "2");
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    rig.daemon.await(1, "notifications/cancelled");
    rig.daemon.awaitAbandoned(1); // nobody waits for its answer
    rig.stillServes(talk);
    assertThat(talk.told().messages()).noneMatch(m -> m.contains("\"id\":1,"));
  }

  @Test
  @DisplayName("Modern era: a request is cancelled by closing its stream, and nothing is posted")
  void modernCancel(@Modern HttpRig rig, @Opened HttpRig.Talk talk) {
    Gate gate = new Gate();
    rig.daemon.on("tools/list").once().reply(Answer.normal().after(gate));
    rig.modern(talk, 1, "tools/list", "");
    gate.awaitReached();
    rig.send(talk, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    assertThat(rig.daemon.awaitAbandoned(1).getFirst().isRpc("tools/list")).isTrue();
    rig.modern(talk, 2, "tools/list", "");
    rig.answer(talk, "2");
    assertThat(rig.daemon.requests("notifications/cancelled")).isEmpty();
    assertThat(talk.told().hasEnded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("40: gzip is decoded if it comes, whatever was asked for")
  void gzip(boolean whole, HttpRig rig, HttpRig.Talk talk) {
    Answer.Gzipped zipped = new Answer.Gzipped(Answer.normal());
    rig.nextCall(whole ? zipped : zipped.half(dev.pitstop.http.fixture.Cut.CLOSE));
    Link.Sent sent = rig.call(talk, 1, "echo", "k");
    if (whole) {
      assertThat(rig.answer(talk, "1")).contains("hi");
      rig.stillServes(talk);
    } else {
      assertThat(rig.awaitCutOff(talk, "1")).isEqualTo("dropped the connection before it answered");
      assertThat(talk.link().mayHaveRun(sent)).isTrue();
    }
  }
}
