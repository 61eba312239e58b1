package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Crashed;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reloads, with builds and without.
@ExtendWith(Sessions.class)
class ReloadTest {
  /// Reload 2 is over, while the server that it replaced still has call 1.
  private static FakeServer replacedInMidCall(SessionDriver d) {
    FakeServer old = d.connect("slow");
    d.callTo(old, "1", "slow");
    d.recompiling("2").comeUp("slow");
    d.text("2");
    return old;
  }

  /// Reload 1 has stopped the server and builds; call 2 waits.
  private static FakeBuild stoppedAndBuilding(SessionDriver d) {
    FakeServer old = d.connect("a");
    d.call("1", "recompile");
    old.child().awaitStop();
    FakeBuild build = d.builder.next();
    d.call("2", "a");
    d.sync();
    return build;
  }

  /// Reload 1 builds, and these wait for the one after it.
  private static FakeBuild buildingWhileOthersWait(SessionDriver d, String... others) {
    FakeBuild build = d.building("1");
    d.waitForNextReload(others);
    return build;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a held call does not overtake the roots that the new run asks for")
  void roots(boolean answered, @Crashed("a") SessionDriver d) {
    FakeServer now = d.callStarting("1", "a").handshake();
    now.ask("1000", "roots/list", "{}");
    d.notified("roots/list");
    now.list("a");
    if (answered) {
      d.send("{\"jsonrpc\":\"2.0\",\"id\":1000,\"result\":{\"roots\":[]}}");
      assertThat(now.next().has("result")).isTrue();
    } else {
      d.awaitTimerAndAdvance(1_000);
    }
    now.text(now.expectCall("a"), "own");
    assertThat(d.text("1")).endsWith("own");
    if (!answered) {
      d.saidBy(now, "notifications/cancelled", "{\"requestId\":1000}");
    }
  }

  @Test
  @DisplayName("the new one comes up beside the old one, which finishes its calls and is stopped")
  void beside(SessionDriver d, @Serving("slow") FakeServer old) {
    JsonObject inFlight = d.callTo(old, "1", "slow");
    FakeServer now = d.recompiling("2").handshake();
    JsonObject list = now.expect("tools/list");
    JsonObject meanwhile = d.callTo(old, "3", "slow");
    now.answer(list, "{\"tools\":" + FakeServer.tools("slow", "added") + "}");
    d.notified("notifications/tools/list_changed");
    assertThat(d.text("2")).contains("estarted server `fake`: spawn #2", "`added`");
    d.servedBy(now, "4", "slow", "new");
    old.text(meanwhile, "old 3");
    assertThat(d.text("3")).isEqualTo("old 3");
    assertThat(old.child().stopAsked()).isFalse();
    old.text(inFlight, "old 1");
    assertThat(d.text("1")).isEqualTo("old 1");
    assertThat(old.child().awaitStop()).isEqualTo("replaced");
  }

  @Test
  @DisplayName("no list_changed if nothing changed")
  void sameAsBefore(SessionDriver d, @Serving("a") FakeServer old) {
    d.recompiling("1").comeUp("a");
    assertThat(d.text("1")).contains("did not change");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("what the old one has not finished within the drain limit is given up")
  void drainLimit(SessionDriver d) {
    FakeServer old = replacedInMidCall(d);
    d.sync();
    d.timers.advance(SessionDriver.DRAIN_MILLIS - 1);
    assertThat(old.child().stopAsked()).isFalse();
    d.timers.advance(1);
    assertThat(d.text("1")).contains("was replaced by a reload");
  }

  @Test
  @DisplayName("a call at the old one that is cancelled does not hold its stop up")
  void cancelledWhileDraining(SessionDriver d) {
    FakeServer old = replacedInMidCall(d);
    d.cancel("1");
    assertThat(old.child().awaitStop()).isEqualTo("replaced");
  }

  @Test
  @DisplayName("a failed build leaves the old one serving; its output is in the result")
  void failedBuild(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/call", "{\"name\":\"recompile\",\"_meta\":{\"progressToken\":\"p\"}}");
    FakeBuild build = d.builder.next();
    build.line("compiling x.c");
    JsonObject progress = d.notified("notifications/progress");
    assertThat(Json.text(progress, "params", "message")).isEqualTo("compiling x.c");
    d.servedBy(s, "2", "a", "during");
    build.fail("x.c:1: error: no");
    JsonObject r = d.result("1");
    assertThat(Json.at(r, "isError").getAsBoolean()).isTrue();
    assertThat(Json.text(r, "_meta", "dev.pitstop/facts", "outcome")).isEqualTo("build_failed");
    assertThat(Json.text(r, "content", 0, "text"))
        .contains("x.c:1: error: no", "The old server keeps running (spawn #1");
  }

  @Test
  @DisplayName("a new one that refuses the handshake leaves the old one serving")
  void refusedHandshake(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer now = d.recompiling("1");
    now.child().complain("bad config");
    now.refuse(now.expect("initialize"), -32602, "unsupported version");
    now.refuse(now.expect("server/discover"), -32601, "unknown");
    now.child().awaitStop();
    assertThat(d.text("1"))
        .contains("did not start", "refused the handshake: unsupported version", "bad config")
        .contains("The old server keeps running (spawn #1");
    d.servedBy(old, "2", "a", "old");
  }

  @Test
  @DisplayName("a new one that dies at once, or is silent, leaves the old one serving")
  void deadAndSilent(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer dead = d.recompiling("1");
    dead.dies(1, "SyntaxError");
    assertThat(d.text("1")).contains("SyntaxError", "exit code 1", "The old server keeps running");
    FakeServer silent = d.recompiling("2");
    silent.expect("initialize");
    d.timers.advance(SessionDriver.START_MILLIS);
    assertThat(d.text("2")).contains(" within 30.0 s", "The old server keeps running");
    d.servedBy(old, "3", "a", "old");
  }

  @Test
  @DisplayName("a new one that finds the port taken gets a second try after the old one stopped")
  void secondTry(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer first = d.recompiling("1");
    first.dies(1, "Error: listen EADDRINUSE: address already in use :::3000");
    old.child().awaitStop();
    FakeServer second = d.callStarting("2", "a").comeUp("a");
    assertThat(d.text("1")).contains("estarted", "needs something that the old server held");
    d.delivers(second, "2", "a", "held");
  }

  @Test
  @DisplayName("stop-first stops, builds, starts; calls are held meanwhile")
  void stopFirst(@Builds @StopsFirst SessionDriver d) {
    FakeBuild build = stoppedAndBuilding(d);
    build.succeed();
    FakeServer now = d.spawned().comeUp("a");
    assertThat(d.text("1")).contains("Rebuilt");
    d.delivers(now, "2", "a", "held");
  }

  @Test
  @DisplayName("after a failed build in that order nothing is started, and calls say why")
  void stopFirstFails(@Builds @StopsFirst SessionDriver d) {
    FakeBuild build = stoppedAndBuilding(d);
    build.fail("x.c:1: error");
    Map<String, String> texts = d.texts("1", "2");
    assertThat(texts.get("1")).contains("x.c:1: error", "The server is not running now");
    assertThat(texts.get("2"))
        .contains("Its build failed", "x.c:1: error", "Once the errors are fixed");
    assertThat(d.callForText("3", "a")).contains("Its build failed");
    d.building("4").succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("4")).contains("Rebuilt");
  }

  @Test
  @DisplayName("two more reloads during one are one after it, and each caller is answered")
  void joined(@Serving("a") @Builds SessionDriver d) {
    FakeBuild first = buildingWhileOthersWait(d, "2", "3");
    first.fail("first: error");
    assertThat(d.text("1")).contains("first: error");
    FakeBuild second = d.builder.next();
    second.fail("second: error");
    assertThat(d.next().toString() + d.next()).contains("second: error", "\"id\":2", "\"id\":3");
  }

  @Test
  @DisplayName("a cancelled reload kills its build and has no answer; the old one serves")
  void cancelled(@Serving("a") @Builds SessionDriver d) {
    FakeBuild build = d.building("1");
    d.sync();
    d.cancel("1");
    d.sync();
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
    assertThat(d.server().state()).isEqualTo("running");
  }

  @Test
  @DisplayName("a reload does not wait for a hanging start of a cancelled one")
  void cancelledStartHangs(@Serving("a") SessionDriver d) {
    FakeServer hung = d.recompiling("1");
    hung.expect("initialize");
    d.cancel("1");
    d.sync();
    d.call("2", "recompile");
    hung.child().awaitStop();
    d.spawned().comeUp("a");
    assertThat(d.text("2")).contains("Restarted");
  }

  @Test
  @DisplayName("one of two who wait for the same reload cancels; the other gets it")
  void oneOfTwoCancels(@Builds SessionDriver d, @Serving("a") FakeServer old) {
    FakeBuild first = buildingWhileOthersWait(d, "2", "3");
    d.cancel("2");
    d.sync();
    first.fail("no");
    d.text("1");
    d.builder.next().succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("3")).contains("Rebuilt");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("stop_server ends a reload, its build and its starting process")
  void stopDuringReload(@Builds SessionDriver d, @Serving("a") FakeServer old) {
    FakeBuild build = d.building("1");
    d.call("2", "stop_server");
    old.child().awaitStop();
    assertThat(d.next().toString() + d.next()).contains("given up", "Stopped server");
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
  }

  @Test
  @DisplayName("stop_server is answered also when a call starts the server before all is down")
  void stopAndCallWhileOldOneDrains(SessionDriver d) {
    FakeServer old = replacedInMidCall(d);
    old.child().stubborn();
    d.call("3", "stop_server");
    old.child().awaitStop();
    d.awaitState("stopped");
    FakeServer third = d.callStarting("4", "slow").comeUp("slow");
    third.text(third.expectCall("slow"), "up again");
    assertThat(d.text("4")).endsWith("up again");
    old.child().exit(143);
    assertThat(d.next().toString() + d.next()).contains("\"id\":1", "Stopped server `fake`");
  }

  @Test
  @DisplayName(
      "the last good call of a tool is replayed, in the original order, unseen by the client;"
          + " after a crash, too, before what was held")
  void replay() {
    ReplayRule device =
        new ReplayRule("device", Optional.of(new ReplayRule.Argument("action", "connect")));
    ReplayRule login = new ReplayRule("login", Optional.empty());
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.replaying(device, login))) {
      FakeServer s = d.connect("device", "login");
      answered(d, s, "1", "device", "{\"action\":\"connect\",\"to\":1}", true);
      answered(d, s, "2", "login", "{\"as\":\"me\"},\"_meta\":{\"progressToken\":\"p\"}", true);
      answered(d, s, "3", "device", "{\"action\":\"connect\",\"to\":2}", true);
      answered(d, s, "4", "device", "{\"action\":\"connect\",\"to\":3}", false);
      answered(d, s, "5", "device", "{\"action\":\"list\"}", true);
      FakeServer now = d.recompiling("6").handshake();
      JsonObject first = now.expectCall("login");
      assertThat(first.toString()).contains("\"as\"");
      now.notify(
          "notifications/progress",
          "{\"progressToken\":\"p\",\"progress\":1}"); // of a call that is over
      now.text(first, "in");
      JsonObject second = now.expectCall("device");
      assertThat(Json.text(second, "params", "arguments", "to")).isEqualTo("2");
      now.refuse(second, -32000, "no such device");
      now.list("device", "login");
      assertThat(d.text("6"))
          .contains("spawn #2", "The replayed call of `device` failed: no such device (--replay).");
      s.child().awaitStop();
      assertThat(d.callForText("7", "server_stderr"))
          .contains("the replayed call of `device` failed (--replay): no such device");
      d.crash(now, 3);
      FakeServer third = d.callStarting("8", "other").handshake();
      third.text(third.expectCall("login"), "in");
      third.text(third.expectCall("device"), "connected");
      third.list("device", "login");
      third.text(third.expectCall("other"), "behind them");
      assertThat(d.text("8")).endsWith("behind them");
    }
  }

  private static void answered(
      SessionDriver d, FakeServer s, String id, String tool, String arguments, boolean good) {
    s.answer(
        d.callTo(s, id, tool, arguments), "{\"content\":[]" + (good ? "}" : ",\"isError\":true}"));
    d.result(id);
  }
}
