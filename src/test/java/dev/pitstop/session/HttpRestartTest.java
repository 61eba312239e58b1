package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a client sees of a daemon that comes and goes")
class HttpRestartTest {
  private static final String[] TOOLS = {"echo", "count", "slow"};
  private static final String[] MORE = {"echo", "count", "slow", "more"};

  private static HttpDriver connected(Setup setup) {
    HttpDriver d = new HttpDriver(ScriptedDaemon.started(setup), false);
    d.connect(TOOLS);
    return d;
  }

  private static HttpDriver listening(Setup setup) throws InterruptedException {
    HttpDriver d = connected(setup);
    d.daemon.awaitListening(1);
    return d;
  }

  @Test
  @DisplayName("1: a 404 costs one handshake, and the call is sent once more")
  void forgotten() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.forgetSessions();
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.executions("k")).isOne();
      assertThat(d.daemon.requests("initialize")).hasSize(2);
      assertThat(d.daemon.requests("tools/call")).hasSize(2);
    }
  }

  @Test
  @DisplayName("12: ten calls refused at once cost one handshake; each is executed once")
  void tenAtOnce() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      Gate gate = new Gate();
      d.daemon.on("tools/call").times(10).reply(Answer.status(404).after(gate));
      IntStream.range(0, 10).forEach(i -> d.call("" + i, "echo", "k" + i));
      d.daemon.await(10, "tools/call");
      gate.open();
      for (int i = 0; i < 10; i++) {
        assertThat(d.text("" + i)).contains("hi k" + i);
        assertThat(d.daemon.executions("k" + i)).isOne();
      }
      assertThat(d.daemon.requests("initialize")).hasSize(2);
    }
  }

  @Test
  @DisplayName("9: a call to a daemon that is away is held, and delivered once when it is there")
  void away() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.stop(Cut.CLOSE);
      d.awaitState("starting");
      d.call("1", "echo", "k");
      Await.until("it is held", () -> d.held() == 1);
      d.daemon.start(Setup.legacy());
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.executions("k")).isOne();
    }
  }

  @Test
  @DisplayName("9: a daemon that has never been there: the client is served when it comes")
  void late() {
    try (HttpDriver d = new HttpDriver(ScriptedDaemon.stopped(), false)) {
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
  void reset() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
  }

  @Test
  @DisplayName("behind a gateway that is there before the daemon: served when that comes")
  void behindGateway() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    daemon.on("initialize").reply(Answer.html(502, "gateway"));
    try (HttpDriver d =
        new HttpDriver(daemon, HttpDriver.Commands.NONE, 300, OptionalLong.empty())) {
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
  @DisplayName("`recompile` does not wait for ever for what is behind a gateway")
  void recompileBehindGateway() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpDriver d =
        new HttpDriver(daemon, HttpDriver.Commands.NONE, 300, OptionalLong.empty())) {
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
  @DisplayName("nor for one whose port forwarder breaks off every handshake")
  void recompileBehindForwarder() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpDriver d =
        new HttpDriver(daemon, HttpDriver.Commands.NONE, 2_000, OptionalLong.empty())) {
      d.connect(TOOLS);
      daemon.awaitListening(1);
      daemon.on("initialize").reply(Answer.reset());
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      assertThat(d.answer("1").toString()).contains("isError", "is unreachable at");
      daemon.asNormal();
      d.call("2", "echo", "k");
      assertThat(d.text("2")).contains("hi k");
    }
  }

  @Test
  @DisplayName(
      "nor for one that came in time, never answered, and went away after the time was over")
  void recompileOfOneThatGoesAgain() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    try (HttpDriver d =
        new HttpDriver(daemon, HttpDriver.Commands.RESTART, 1_500, OptionalLong.empty())) {
      d.connect(TOOLS);
      daemon.awaitListening(1);
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild restart = d.builder.next();
      daemon.stop(Cut.CLOSE);
      restart.succeed();
      d.awaitState("starting");
      Thread.sleep(900); // of the 1.5 s
      Gate never = new Gate();
      daemon.on("initialize").reply(Answer.normal().after(never));
      daemon.start(Setup.legacy());
      int before = daemon.requests("initialize").size();
      Await.until("it is greeted", () -> daemon.requests("initialize").size() > before);
      Thread.sleep(900); // the reload's time is over, that of the greeting is not
      daemon.stop(Cut.CLOSE);
      assertThat(d.answer("1").toString()).contains("isError");
    }
  }

  @Test
  @DisplayName("the daemon behind a gateway is away: a call waits for it, and for a new handshake")
  void awayBehindGateway() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.onAny().reply(Answer.html(502, "gateway"));
      d.daemon.cutListening(Cut.RESET);
      d.awaitState("starting");
      d.call("1", "echo", "k");
      Await.until("it is held", () -> d.held() == 1);
      d.daemon.forgetSessions();
      d.daemon.asNormal();
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.executions("k")).isOne();
    }
  }

  @Test
  @DisplayName("a read whose connection breaks is sent once more, in the same session")
  void resetRead() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
  }

  @Test
  @DisplayName("a call that is refused in each session gets that as its answer, and others go on")
  void refusedAlways() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.on("resources/read").reply(Answer.error(404, -32001, "Session not found"));
      d.request("1", "resources/read", "{'uri':'x:y'}");
      assertThat(d.answer("1").toString()).contains("Session not found");
      d.call("2", "echo", "k");
      assertThat(d.text("2")).contains("hi k");
      assertThat(d.daemon.requests("resources/read")).hasSize(2);
      assertThat(d.daemon.requests("initialize")).hasSize(2);
    }
  }

  @Test
  @DisplayName("back with other tools: list_changed at once, without a call")
  void otherTools() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.restart(Cut.RESET, Setup.legacy().tools(MORE));
      d.awaitNotified("notifications/tools/list_changed");
      d.awaitTools(MORE);
      d.call("1", "more", "k");
      assertThat(d.text("1")).contains("more");
    }
  }

  @Test
  @DisplayName("14: the new session's hello has an id of ours, no trace of the old session")
  void hello() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
  }

  @Test
  @DisplayName("15: a new session of another revision: its header, and calls go on")
  void otherRevision() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.restart(Cut.RESET, Setup.legacy("2025-06-18"));
      d.daemon.await(2, "notifications/initialized");
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.requests("tools/call").getLast().header("Mcp-Protocol-Version"))
          .contains("2025-06-18");
    }
  }

  @Test
  @DisplayName("16: the new daemon has no sessions")
  void noSessions() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.stop(Cut.RESET);
      d.awaitState("starting"); // nobody listened: that is the only proof there is
      d.daemon.start(Setup.legacy().sessions(Setup.Sessions.NONE));
      d.daemon.await(2, "notifications/initialized");
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.daemon.requests("tools/call").getLast().header("Mcp-Session-Id")).isEmpty();
    }
  }

  @Test
  @DisplayName("17, 18: one that takes the stale session is greeted and compared all the same")
  void takesAny() throws InterruptedException {
    Setup any = Setup.legacy().sessions(Setup.Sessions.ANY);
    try (HttpDriver d = listening(any)) {
      d.daemon.stop(Cut.RESET);
      d.awaitState("starting"); // likewise
      d.daemon.start(any.tools(MORE));
      d.awaitNotified("notifications/tools/list_changed");
      d.awaitTools(MORE);
      assertThat(d.daemon.requests("initialize")).hasSize(2);
    }
  }

  @Test
  @DisplayName("A restart that changes nothing is not told as a change")
  void nothingNew() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.forgetNotifications();
      d.daemon.restart(Cut.RESET, Setup.legacy());
      d.daemon.await(2, "tools/list");
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
      assertThat(d.notified("notifications/tools/list_changed")).isZero();
    }
  }

  @Test
  @DisplayName("the replayed call comes before what was held")
  void replays() throws InterruptedException {
    HttpDriver d =
        new HttpDriver(
            ScriptedDaemon.started(Setup.legacy()), false, ReplayRule.of("echo").orElseThrow());
    try (d) {
      d.connect(TOOLS);
      d.daemon.awaitListening(1);
      d.call("1", "echo", "login");
      assertThat(d.text("1")).contains("hi login");
      d.daemon.restart(Cut.RESET, Setup.legacy());
      d.daemon.awaitExecutions("login", 2);
      d.call("2", "count", "k");
      d.text("2");
      assertThat(d.daemon.executions("login")).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("Restarted twice during the greeting: served by the third")
  void twiceInGreeting() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
  }

  @Test
  @DisplayName("Cancel and loss at once: no answer for the cancelled call, the others have theirs")
  void cancelAndLoss() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.call("1", "slow", "a");
      d.call("2", "slow", "b");
      d.daemon.awaitExecutions("a", 1);
      d.daemon.awaitExecutions("b", 1);
      d.cancel("1");
      d.daemon.restart(Cut.RESET, Setup.legacy());
      assertThat(d.answer("2").toString()).contains("may have taken effect");
      d.call("3", "echo", "c");
      assertThat(d.text("3")).contains("hi c");
      assertThat(d.isAnswered("1")).isFalse();
      assertThat(d.daemon.executions("a")).isOne();
      assertThat(d.daemon.executions("b")).isOne();
    }
  }

  @Test
  @DisplayName("A cancelled call that was held is never delivered")
  void cancelHeld() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.stop(Cut.CLOSE);
      d.awaitState("starting");
      d.call("1", "echo", "k");
      Await.until("it is held", () -> d.held() == 1);
      d.cancel("1");
      Await.until("it is not held any more", () -> d.held() == 0);
      d.daemon.start(Setup.legacy());
      d.call("2", "echo", "other");
      assertThat(d.text("2")).contains("hi other");
      assertThat(d.daemon.executions("k")).isZero();
    }
  }

  @Test
  @DisplayName("The client leaves while the daemon is waited for: everything ends")
  void leavesWhileOpening() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.stop(Cut.CLOSE);
      d.awaitState("starting");
    }
  }

  @Test
  @DisplayName("a reload while the daemon is away is answered at once; calls go on to wait")
  void reloadWhileOpening() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
  }

  @Test
  @DisplayName("`recompile` of a daemon that is away builds: that may be what brings it")
  void recompileWhileAway() throws InterruptedException {
    try (HttpDriver d = new HttpDriver(ScriptedDaemon.started(Setup.legacy()), true)) {
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
  void remark() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.daemon.forgetSessions();
      d.daemon.cutListening(Cut.RESET);
      d.daemon.await(2, "notifications/initialized");
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("The server (session #1) no longer knows the session");
      assertThat(d.remarks()).filteredOn(r -> r.contains("no longer knows the session")).hasSize(1);
    }
  }

  @Test
  @DisplayName("a stream that a proxy has cut is told to nobody")
  void cutStream() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
      d.forgetNotifications();
      for (int i = 2; i <= 4; i++) {
        d.daemon.cutListening(Cut.RESET);
        d.daemon.awaitGets(i);
        d.daemon.awaitListening(1);
      }
      d.call("1", "echo", "k");
      assertThat(d.text("1")).doesNotContain("[pitstop]");
      assertThat(d.daemon.requests("initialize")).hasSize(1);
      assertThat(d.notified("notifications/tools/list_changed")).isZero();
      assertThat(d.remarks()).isEmpty();
    }
  }

  @Test
  @DisplayName("A reload and a restart at once: one session serves, and it is of the new daemon")
  void reloadAndRestart() throws InterruptedException {
    HttpDriver d = new HttpDriver(ScriptedDaemon.started(Setup.legacy()), true);
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
  @DisplayName("The daemon is lost while a build runs, and comes back after it")
  void lostWhileBuilding() throws InterruptedException {
    HttpDriver d = new HttpDriver(ScriptedDaemon.started(Setup.legacy()), true);
    try (d) {
      d.connect(TOOLS);
      d.daemon.awaitListening(1);
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.daemon.stop(Cut.RESET);
      d.call("2", "echo", "k");
      Await.until("it is held", () -> d.held() == 1);
      build.succeed();
      d.daemon.start(Setup.legacy().tools(MORE));
      d.answer("1");
      assertThat(d.text("2")).contains("hi k");
      assertThat(d.daemon.executions("k")).isOne();
    }
  }

  @Test
  @DisplayName("Many restarts while eight callers call: each answered once, executed at most once")
  void underLoad() throws InterruptedException {
    try (HttpDriver d = listening(Setup.legacy())) {
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
        boolean failed = d.answer("" + i).toString().contains("may have taken effect");
        int times = d.daemon.executions("k" + i);
        assertThat(times).as("k%d, %s", i, d.answer("" + i)).isLessThanOrEqualTo(1);
        if (!failed) {
          assertThat(times).as("%s", d.answer("" + i)).isOne();
        }
      }
    }
  }
}
