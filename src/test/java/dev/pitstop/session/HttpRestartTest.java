package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("what a client sees of a daemon that comes and goes")
@ExtendWith(Sessions.class)
class HttpRestartTest {
  private static final String[] TOOLS = {"echo", "count", "slow"};
  private static final String[] MORE = {"echo", "count", "slow", "more"};

  @Test
  @DisplayName("1: a 404 costs one handshake, and the call is sent once more")
  void forgotten(HttpDriver d) throws InterruptedException {
    d.daemon.forgetSessions();
    d.call("1", "echo", "k");
    assertThat(d.text("1")).contains("hi k");
    assertThat(d.daemon.executions("k")).isOne();
    assertThat(d.daemon.requests("initialize")).hasSize(2);
    assertThat(d.daemon.requests("tools/call")).hasSize(2);
  }

  @Test
  @DisplayName("9: a call to a daemon that is away is held, and delivered once when it is there")
  void away(HttpDriver d) throws InterruptedException {
    d.daemon.stop(Cut.CLOSE);
    d.awaitState("starting");
    d.call("1", "echo", "k");
    Await.until("it is held", () -> d.held() == 1);
    d.daemon.start(Setup.legacy());
    assertThat(d.text("1")).contains("hi k");
    assertThat(d.daemon.executions("k")).isOne();
  }

  @Test
  @DisplayName("9: a daemon that has never been there: the client is served when it comes")
  void late() {
    try (HttpDriver d = new HttpDriver(ScriptedDaemon.stopped(), HttpDriver.Commands.NONE)) {
      d.hello();
      d.awaitState("starting");
      d.daemon.start(Setup.legacy());
      d.answer("\"init\"");
      d.notify("notifications/initialized", "{}");
      d.awaitTools(TOOLS);
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
    }
  }

  @Test
  @DisplayName("reset in mid-call: the agent is told, nothing is repeated, the session goes on")
  void reset(HttpDriver d) throws InterruptedException {
    d.daemon.on("tools/call").once().reply(Answer.reset().executed());
    d.call("1", "echo", "k");
    assertThat(d.answer("1").toString())
        .contains("dropped the connection before it answered", "may have taken effect");
    d.call("2", "echo", "other");
    assertThat(d.text("2")).contains("hi other").doesNotContain("[pitstop]");
    assertThat(d.daemon.executions("k")).isOne();
    assertThat(d.daemon.requests("tools/call")).hasSize(2);
    assertThat(d.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("behind a gateway that is there before the daemon: served when that comes")
  void behindGateway() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    daemon.on("initialize").reply(Answer.html(502, "gateway"));
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE, 300)) {
      d.hello();
      daemon.await(6, "initialize"); // longer than a start may take
      d.awaitState("starting");
      daemon.asNormal();
      d.answer("\"init\"");
      d.notify("notifications/initialized", "{}");
      d.awaitTools(TOOLS);
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k").doesNotContain("#2");
    }
  }

  @Test
  @Tag("slow")
  @DisplayName("`recompile` does not wait for ever for what is behind a gateway")
  void recompileBehindGateway() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE, 5_000)) {
      d.connect(TOOLS);
      daemon.awaitListening(1);
      daemon.on("initialize").reply(Answer.html(502, "gateway"));
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      assertThat(d.answer("1").toString()).contains("isError");
      daemon.asNormal();
      d.call("2", "echo", "k");
      assertThat(d.text("2")).contains("hi k");
    }
  }

  @Test
  @Tag("slow")
  @DisplayName(
      "nor for one that came in time, never answered, and went away after the time was over")
  void recompileOfOneThatGoesAgain() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.RESTART, 3_000)) {
      d.connect(TOOLS);
      daemon.awaitListening(1);
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild restart = d.builder.next();
      daemon.stop(Cut.CLOSE);
      restart.succeed();
      d.awaitState("starting");
      Thread.sleep(1_800); // of the 3 s
      daemon.on("initialize").reply(Answer.normal().after(new Gate()));
      int before = daemon.requests("initialize").size();
      daemon.start(Setup.legacy());
      Await.until("it is greeted", () -> daemon.requests("initialize").size() > before);
      Thread.sleep(1_800); // the reload's time is over, that of the greeting is not
      daemon.stop(Cut.CLOSE);
      assertThat(d.answer("1").toString()).contains("isError");
    }
  }

  @Test
  @DisplayName("a read whose connection breaks is sent once more, in the same session")
  void resetRead(HttpDriver d) throws InterruptedException {
    d.daemon.on("resources/read").once().reply(Answer.reset().executed());
    d.request("1", "resources/read", "{'uri':'x:y'}");
    assertThat(d.answer("1").toString()).doesNotContain("dropped the connection");
    assertThat(d.daemon.requests("resources/read")).hasSize(2);
    d.daemon.on("resources/read").times(2).reply(Answer.reset().executed());
    d.request("2", "resources/read", "{'uri':'x:y'}");
    assertThat(d.answer("2").toString())
        .contains("dropped the connection", "sent it twice, with the same result");
    assertThat(d.daemon.requests("resources/read")).hasSize(4);
    assertThat(d.daemon.requests("initialize")).hasSize(1);
  }

  @Test
  @DisplayName("back with other tools: list_changed at once, without a call")
  void otherTools(HttpDriver d) throws InterruptedException {
    d.daemon.restart(Cut.RESET, Setup.legacy().tools(MORE));
    d.awaitNotified("notifications/tools/list_changed");
    d.awaitTools(MORE);
    d.call("1", "more", "k");
    assertThat(d.text("1")).contains("more");
  }

  @Test
  @DisplayName("14: the new session's hello has an id of ours, no trace of the old session")
  void hello(HttpDriver d) throws InterruptedException {
    d.daemon.restart(Cut.RESET, Setup.legacy());
    d.daemon.await(2, "notifications/initialized");
    List<Received> hellos = d.daemon.requests("initialize");
    assertThat(hellos).hasSize(2);
    assertThat(hellos.get(1).header("Mcp-Session-Id")).isEmpty();
    assertThat(hellos.get(1).header("Mcp-Protocol-Version")).isEmpty();
    assertThat(hellos.get(1).id()).isNotEqualTo(hellos.get(0).id());
    assertThat(d.daemon.requests("notifications/initialized").get(1).header("Mcp-Session-Id"))
        .contains("session-2-1");
  }

  @Test
  @DisplayName("Restarted twice during the greeting: served by the third")
  void twiceInGreeting(HttpDriver d) throws InterruptedException {
    Gate first = new Gate();
    Gate second = new Gate();
    d.daemon.on("initialize").once().reply(Answer.normal().after(first));
    d.daemon.on("notifications/initialized").once().reply(Answer.normal().after(second));
    d.daemon.stop(Cut.RESET);
    d.awaitState("starting");
    d.call("1", "echo", "k");
    d.daemon.start(Setup.legacy());
    first.awaitReached();
    d.daemon.restart(Cut.RESET, Setup.legacy());
    second.awaitReached();
    d.daemon.restart(Cut.RESET, Setup.legacy().tools(MORE));
    assertThat(d.text("1")).contains("hi k");
    assertThat(d.daemon.executions("k")).isOne();
    d.awaitTools(MORE);
  }

  @Test
  @DisplayName("a reload while the daemon is away is answered at once; calls go on to wait")
  void reloadWhileOpening(HttpDriver d) throws InterruptedException {
    d.daemon.stop(Cut.CLOSE);
    d.awaitState("starting");
    d.call("1", "echo", "k");
    Await.until("it is held", () -> d.held() == 1);
    d.request("2", "tools/call", "{'name':'recompile','arguments':{}}");
    assertThat(d.text("2"))
        .contains("is unreachable at " + d.daemon.url() + ": connection refused")
        .contains("cannot start it: no `start` or `restart` command is configured");
    assertThat(d.held()).isEqualTo(1);
    d.daemon.start(Setup.legacy().tools(MORE));
    d.awaitTools(MORE);
    assertThat(d.text("1")).contains("hi k");
    assertThat(d.daemon.executions("k")).isOne();
    Await.until("one session is left", () -> d.daemon.sessions().size() == 1);
  }

  @Test
  @DisplayName("`recompile` of a daemon that is away builds: that may be what brings it")
  void recompileWhileAway() throws InterruptedException {
    try (HttpDriver d =
        new HttpDriver(ScriptedDaemon.started(Setup.legacy()), HttpDriver.Commands.BUILD)) {
      d.connect(TOOLS);
      d.daemon.awaitListening(1);
      d.daemon.stop(Cut.CLOSE);
      d.awaitState("starting");
      d.call("1", "echo", "k");
      Await.until("it is held", () -> d.held() == 1);
      d.request("2", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().fail("x.c:1: error: no");
      assertThat(d.answer("2").toString()).contains("build");
      assertThat(d.held()).as("calls go on to wait").isEqualTo(1);
      d.request("3", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.daemon.start(Setup.legacy().tools(MORE));
      build.succeed();
      assertThat(d.answer("3").toString()).contains("reloaded", "more");
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.executions("k")).isOne();
      Await.until("one session is left", () -> d.daemon.sessions().size() == 1);
    }
  }

  @Test
  @DisplayName("a loss is one remark, and says how")
  void remark(HttpDriver d) throws InterruptedException {
    d.daemon.forgetSessions();
    d.daemon.cutListening(Cut.RESET);
    d.daemon.await(2, "notifications/initialized");
    d.call("1", "echo", "k");
    assertThat(d.text("1")).contains("The server (session #1) no longer knows the session");
    assertThat(d.remarks()).filteredOn(r -> r.contains("no longer knows the session")).hasSize(1);
  }

  @Test
  @DisplayName("A reload and a restart at once: one session serves, and it is of the new daemon")
  void reloadAndRestart() throws InterruptedException {
    HttpDriver d =
        new HttpDriver(ScriptedDaemon.started(Setup.legacy()), HttpDriver.Commands.BUILD);
    try (d) {
      d.connect(TOOLS);
      d.daemon.awaitListening(1);
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.daemon.restart(Cut.RESET, Setup.legacy().tools(MORE));
      build.succeed();
      d.answer("1");
      d.awaitTools(MORE);
      d.call("2", "more", "k");
      assertThat(d.text("2")).contains("more");
      Await.until("one session is left", () -> d.daemon.sessions().size() == 1);
    }
  }

  @Test
  @DisplayName("Many restarts while eight callers call: each answered once, executed at most once")
  void underLoad(HttpDriver d) throws InterruptedException {
    int rounds = Rounds.of(200);
    int calls = 0;
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < 8; i++) {
        if (calls >= 32) {
          d.answer("" + (calls - 32)); // fewer wait than may be held
        }
        d.call("" + calls, "echo", "k" + calls);
        calls++;
      }
      d.daemon.restart(round % 2 == 0 ? Cut.RESET : Cut.CLOSE, Setup.legacy());
    }
    for (int i = 0; i < calls; i++) {
      String answer = d.answer("" + i).toString();
      int times = d.daemon.executions("k" + i);
      assertThat(times).as("k%d, %s", i, answer).isLessThanOrEqualTo(1);
      if (!answer.contains("may have taken effect") && !answer.contains("Session not found")) {
        assertThat(times).as(answer).isOne(); // not refused by two daemons in a row
      }
    }
  }
}
