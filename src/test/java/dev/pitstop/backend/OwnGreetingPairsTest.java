package dev.pitstop.backend;

import static dev.pitstop.backend.Greeting.PROBE_MILLIS;
import static dev.pitstop.backend.GreetingRig.answer;
import static dev.pitstop.backend.GreetingRig.expect;
import static dev.pitstop.backend.GreetingRig.initialized;
import static dev.pitstop.backend.GreetingRig.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.harness.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Two things that happen to a greeting at once, or one too late.
class OwnGreetingPairsTest {
  private static final String CAPABILITIES = "\"capabilities\":{\"tools\":{}}";
  private static final String LEGACY = "{\"protocolVersion\":\"2025-11-25\"," + CAPABILITIES + "}";
  private static final String MODERN =
      "{\"supportedVersions\":[\"2026-07-28\"]," + CAPABILITIES + "}";
  private static final String TOOLS =
      "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}";
  private static final String NO = "{\"code\":-32601,\"message\":\"no handshake here\"}";

  private GreetingRig rig = new GreetingRig();

  @AfterEach
  void nothingIsLeft() {
    rig.close();
  }

  private void report() {
    rig.close();
    rig = new GreetingRig(false);
  }

  /// It is the first run and is asked for its lists, after what was held for it.
  private void servesFirst(FakeChild child, String held) {
    answer(child, expect(child, "tools/call"), "{}");
    answer(child, expect(child, "tools/list"), TOOLS);
    rig.awaitEnd(held, "answered");
    rig.awaitTools("echo");
  }

  /// The next run, which is asked this first, and has not answered.
  private FakeChild asked(String method) {
    FakeChild child = rig.spawner.next();
    expect(child, method);
    return child;
  }

  /// The first run of a modern client, for which a call is held, when it has not answered the probe
  /// in time.
  private record Silent(String held, FakeChild child, JsonObject probe) {}

  private Silent silent() {
    String held = rig.client(true).call();
    FakeChild child = rig.spawner.next();
    JsonObject probe = expect(child, "server/discover");
    rig.pass(PROBE_MILLIS);
    return new Silent(held, child, probe);
  }

  /// A reload ends with this run, which lists.
  private void reloaded(FakeChild child) {
    answer(child, expect(child, "tools/list"), TOOLS);
    rig.awaitTold("reload RELOADED");
  }

  // The probe is not answered, and ...

  @Test
  @DisplayName("... the server ends: another is started at once, in `report` mode too, and greeted")
  void endsInSilence() {
    report();
    String held = rig.client(true).call();
    FakeChild first = asked("server/discover");
    first.exit(101);
    servesFirst(initialized(rig.spawner.next()), held);
    assertThat(rig.look(() -> rig.backend.ring().tail(10, false)))
        .anyMatch(l -> l.contains("exited on `server/discover`"));
  }

  @Test
  @DisplayName("... it ends: who waits for its lists waits for those of the next one")
  void endsBeforeItsLists() {
    rig.client(true);
    FakeChild first = rig.boot();
    expect(first, "server/discover");
    rig.turn(() -> rig.backend.lists().whenKnown(5_000, () -> rig.told.add("listed")));
    first.exit(101);
    FakeChild second = initialized(rig.spawner.next());
    JsonObject list = expect(second, "tools/list");
    assertThat(rig.told).contains("lost #1").doesNotContain("listed");
    answer(second, list, TOOLS);
    rig.awaitTold("listed");
  }

  @Test
  @DisplayName("... it ends so late that `initialize` was on its way: the probe may have killed it")
  void slowToDie() {
    Silent s = silent();
    expect(s.child(), "initialize");
    s.child().exit(101);
    servesFirst(initialized(rig.spawner.next()), s.held());
  }

  @Test
  @DisplayName("... it ends, and the next one too: told as a crash, and not put down to the probe")
  void endsInAnyCase() {
    String held = rig.client(true).call();
    FakeChild first = asked("server/discover");
    first.exit(1);
    FakeChild second = asked("initialize");
    second.exit(1);
    rig.awaitEnd(held, "Down");
    rig.awaitState("crashed");
    held = rig.call();
    FakeChild third = rig.spawner.next();
    answer(third, expect(third, "server/discover"), MODERN);
    servesFirst(third, held);
  }

  @Test
  @DisplayName("... it ends beside a serving one with which it competes: that one is stopped first")
  void endsInContention() {
    rig.client(true);
    FakeChild first = serveModern();
    rig.reload();
    FakeChild second = asked("server/discover");
    second.complain("Error: listen EADDRINUSE: address already in use :::3000");
    Await.until(
        "its complaint",
        () -> rig.look(() -> rig.backend.ring().tail(9, false).toString().contains("EADDRINUSE")));
    second.exit(1);
    assertThat(first.awaitStop()).isEqualTo("for reload");
    FakeChild third = rig.spawner.next();
    answer(third, expect(third, "server/discover"), MODERN);
    reloaded(third);
  }

  @Test
  @DisplayName("... it ends beside a serving one: the reload goes on with another, that one serves")
  void endsBesideAServingOne() {
    rig.client(true);
    FakeChild first = serveModern();
    rig.reload();
    FakeChild second = asked("server/discover");
    second.exit(1);
    FakeChild third = rig.spawner.next();
    JsonObject initialize = expect(third, "initialize");
    String served = rig.call();
    answer(first, expect(first, "tools/call"), "{}");
    rig.awaitEnd(served, "answered");
    answer(third, initialize, LEGACY);
    expect(third, "notifications/initialized");
    reloaded(third);
    assertThat(first.awaitStop()).isEqualTo("replaced");
  }

  @Test
  @DisplayName("... `initialize` neither: the start fails when its time is up, not before")
  void bothSilent() {
    Silent s = silent();
    expect(s.child(), "initialize");
    assertThat(rig.end(s.held())).isEqualTo("open");
    rig.pass(GreetingRig.START_MILLIS - PROBE_MILLIS);
    rig.awaitEnd(s.held(), "Down");
    assertThat(rig.trouble()).isInstanceOf(Trouble.Silent.class);
    assertThat(s.child().awaitStop()).isEqualTo("abandoned");
  }

  @Test
  @DisplayName(
      "... `initialize` is refused: nobody waits for the probe until the start's time is up")
  void silentAndRefused() {
    Silent s = silent();
    refuse(s.child(), expect(s.child(), "initialize"), NO);
    rig.pass(PROBE_MILLIS);
    rig.awaitEnd(s.held(), "Down");
    assertThat(rig.trouble()).isEqualTo(new Trouble.RefusedHandshake("no handshake here"));
  }

  @Test
  @DisplayName("... somebody stops it: nothing more is said to it, and it is not started again")
  void stoppedWhileProbed() {
    String held = rig.client(true).call();
    FakeChild child = rig.spawner.next().stubborn();
    JsonObject probe = expect(child, "server/discover");
    rig.stop(StopReason.REQUESTED);
    rig.awaitEnd(held, "Down");
    child.awaitStop();
    refuse(child, probe, NO);
    rig.timers.advance(PROBE_MILLIS);
    rig.quiet(child);
    child.exit(0);
    rig.awaitState("stopped");
  }

  // The probe is answered late, ...

  @Test
  @DisplayName("... before `initialize` is: legacy all the same, and the next one gets more time")
  void lateAnswer() {
    Silent s = silent();
    JsonObject initialize = expect(s.child(), "initialize");
    answer(s.child(), s.probe(), MODERN);
    answer(s.child(), initialize, LEGACY);
    expect(s.child(), "notifications/initialized");
    servesFirst(s.child(), s.held());
    assertThat(rig.look(() -> rig.backend.serving().orElseThrow().legacy())).isTrue();

    rig.reload();
    FakeChild next = rig.spawner.next();
    JsonObject probe = expect(next, "server/discover");
    rig.timers.advance(PROBE_MILLIS * 2);
    answer(next, probe, MODERN);
    reloaded(next);
  }

  @Test
  @DisplayName("... after `initialize` is: no harm")
  void latestAnswer() {
    Silent s = silent();
    initialized(s.child());
    answer(s.child(), s.probe(), MODERN);
    servesFirst(s.child(), s.held());
    assertThat(rig.told).doesNotContain("discover answered by #1");
  }

  @Test
  @DisplayName("... before `initialize` is refused: modern")
  void lateAnswerAndRefusal() {
    Silent s = silent();
    JsonObject initialize = expect(s.child(), "initialize");
    answer(s.child(), s.probe(), MODERN);
    refuse(s.child(), initialize, NO);
    servesFirst(s.child(), s.held());
    assertThat(rig.told).contains("discover answered by #1").doesNotContain("legacy #1 is told");
  }

  // A server is not what it was.

  @Test
  @DisplayName("A known modern one has become a silent legacy one: found out at half the limit")
  void modernBecomesLegacy() {
    rig.client(true);
    serveModern();
    rig.reload();
    FakeChild next = asked("server/discover");
    rig.pass(GreetingRig.START_MILLIS / 2);
    initialized(next);
    reloaded(next);
  }

  @Test
  @DisplayName("A known legacy one has become modern: asked the other way when it refuses")
  void legacyBecomesModern() {
    String held = rig.client(true).call();
    FakeChild first = rig.spawner.next();
    refuse(first, expect(first, "server/discover"), NO);
    servesFirst(initialized(first), held);
    rig.reload();
    FakeChild next = rig.spawner.next();
    refuse(next, expect(next, "initialize"), NO);
    answer(next, expect(next, "server/discover"), MODERN);
    reloaded(next);
  }

  // Odd answers.

  @Test
  @DisplayName("An `initialize` whose result is no object is refused")
  void noObject() {
    String held = rig.client(false).call();
    FakeChild child = rig.spawner.next();
    answer(child, expect(child, "initialize"), "true");
    refuse(child, expect(child, "server/discover"), NO);
    rig.awaitEnd(held, "Down");
    assertThat(rig.trouble())
        .isEqualTo(new Trouble.RefusedHandshake("its result is not an object"));
  }

  // The client speaks after the server was started.

  @Test
  @DisplayName("a run that is there before the client speaks is asked nothing, then greeted")
  void startedBeforeTheClient() {
    FakeChild child = rig.boot();
    rig.quietAfterOpening(child);
    rig.speaks(false);
    String held = rig.call();
    servesFirst(initialized(child), held);
  }

  @Test
  @DisplayName("... and what is asked meanwhile waits, even a probe")
  void askedBeforeItIsGreeted() {
    FakeChild child = rig.boot();
    rig.quietAfterOpening(child);
    rig.client(false);
    String held = rig.call();
    String probe = rig.submit("server/discover", "");
    rig.turn(rig.backend::eraKnown);
    initialized(child);
    answer(child, expect(child, "tools/call"), "{}");
    refuse(child, expect(child, "server/discover"), NO);
    answer(child, expect(child, "tools/list"), TOOLS);
    rig.awaitEnd(held, "answered");
    rig.awaitEnd(probe, "answered by an error");
    rig.awaitTools("echo");
  }

  @Test
  @DisplayName("a reload before the client speaks ends; then the run is greeted, calls wait")
  void reloadedBeforeTheClient() {
    rig.reload();
    FakeChild child = rig.spawner.next();
    rig.awaitTold("reload RELOADED");
    rig.quiet(child);
    rig.speaks(false);
    String held = rig.call();
    servesFirst(initialized(child), held);
  }

  @Test
  @DisplayName("... it is stopped, if it refuses; those who wait get the next one")
  void refusesAfterAReload() {
    rig.reload();
    FakeChild child = rig.spawner.next();
    rig.awaitTold("reload RELOADED");
    rig.speaks(false);
    String held = rig.call();
    refuse(child, expect(child, "initialize"), NO);
    refuse(child, expect(child, "server/discover"), NO);
    assertThat(child.awaitStop()).isEqualTo("abandoned");
    FakeChild next = initialized(rig.spawner.next());
    answer(next, expect(next, "tools/list"), TOOLS); // something served before: compared first
    answer(next, expect(next, "tools/call"), "{}");
    rig.awaitEnd(held, "answered");
  }

  @Test
  @DisplayName("... it is stopped, if it is silent")
  void silentAfterAReload() {
    report();
    rig.reload();
    FakeChild child = rig.spawner.next();
    rig.awaitTold("reload RELOADED");
    rig.speaks(false);
    String held = rig.call();
    expect(child, "initialize");
    rig.pass(GreetingRig.START_MILLIS);
    rig.awaitEnd(held, "Down");
    assertThat(child.awaitStop()).isEqualTo("abandoned");
  }

  // What else belongs to a greeting.

  @Test
  @DisplayName("what a legacy run has not said that it can do it is not told")
  void notWhatItCannot() {
    rig.client(false).level("{\"level\":\"debug\"}");
    rig.subscribes("file:///a");
    String held = rig.call();
    servesFirst(initialized(rig.spawner.next()), held);
  }

  @Test
  @DisplayName("a modern run is told neither")
  void nothingForModernOnes() {
    rig.client(true).level("{\"level\":\"debug\"}");
    rig.subscribes("file:///a");
    serveModern();
  }

  @Test
  @DisplayName("a server that was removed ends its calls and never comes back")
  void removed() {
    rig.client(true);
    FakeChild child = serveModern();
    String lost = rig.call();
    expect(child, "tools/call");
    rig.stop(StopReason.REMOVED);
    assertThat(child.awaitStop()).isEqualTo("removed");
    rig.awaitEnd(lost, "Lost");
    rig.awaitEnd(rig.call(), "Down");
    rig.reload();
    rig.awaitTold("reload STOPPED");
  }

  /// A first run that speaks modern, and serves.
  private FakeChild serveModern() {
    String held = rig.call();
    FakeChild child = rig.spawner.next();
    answer(child, expect(child, "server/discover"), MODERN);
    servesFirst(child, held);
    return child;
  }
}
