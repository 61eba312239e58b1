package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.WAIT_MILLIS;
import static dev.pitstop.session.ManyDriver.building;
import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Two things at once that happen to the servers of one session.
class ManyPairsTest {
  private static final int MOST = Limits.MOST_STARTS;

  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private static ServerSpec[] busy(ServerSpec last) {
    List<ServerSpec> all = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      all.add(spec("srv" + i));
    }
    all.add(last);
    return all.toArray(ServerSpec[]::new);
  }

  @Test
  @DisplayName("a server that dies of the probe and is started again is still being added")
  void diesOfTheProbe() {
    try (ManyDriver d = new ManyDriver()) {
      d.client.request(
          "1",
          "tools/call",
          "{\"name\":\"add_server\",\"arguments\":{\"name\":\"alpha\",\"command\":\"alpha\"},"
              + META
              + "}");
      FakeServer first = d.spawned("alpha");
      first.expect("server/discover");
      first.child().exit(1);
      FakeServer again = d.spawned("alpha");
      again.greet();
      again.expect("notifications/initialized");
      again.list("a");
      assertThat(d.client.text("1")).contains("Added server `alpha`", "alpha__a");
    }
  }

  @Test
  @DisplayName("one that is to be respawned and dies in its first start is taken out as well")
  void respawnsAndDies() {
    try (ManyDriver d = ManyDriver.connected()) {
      d.client.call(
          "1", "add_server", "{\"name\":\"alpha\",\"command\":\"alpha\",\"onCrash\":\"respawn\"}");
      FakeServer s = d.spawned("alpha");
      s.expect("initialize");
      s.child().exit(1);
      assertThat(d.client.failure("1")).contains("was not added");
      assertThat(d.names()).isEmpty();
    }
  }

  /// Adds a server. Its lists are known, and what is told of it waits.
  private static FakeServer addedSlowly(ManyDriver d) {
    d.add("1", "alpha");
    return d.up("alpha", "a");
  }

  @Test
  @DisplayName("one that comes up, goes down and is started again meanwhile is added as it is")
  void startsAgainWhileItIsAdded() {
    try (ManyDriver d = ManyDriver.connected()) {
      Runnable go = d.holdOutside(true);
      addedSlowly(d).child().exit(1);
      d.awaitState("alpha", "crashed");
      d.reload("2", "alpha");
      FakeServer again = d.spawned("alpha");
      go.run();
      assertThat(d.client.text("1")).contains("Added server `alpha`: starting");
      again.comeUp("a");
      assertThat(d.client.text("2")).contains("estarted server `alpha`");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("… and so is one that somebody stops meanwhile")
  void stoppedWhileItIsAdded() {
    try (ManyDriver d = ManyDriver.connected()) {
      Runnable go = d.holdOutside(true);
      addedSlowly(d);
      d.client.call("2", "stop_server", "{\"server\":\"alpha\"}");
      assertThat(d.client.text("2")).contains("topped");
      go.run();
      assertThat(d.client.text("1")).contains("Added server `alpha`: stopped", "alpha__a");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("… but one that has crashed meanwhile is taken out")
  void crashesWhileItIsAdded() {
    try (ManyDriver d = ManyDriver.connected()) {
      Runnable go = d.holdOutside(true);
      addedSlowly(d).child().exit(3);
      d.awaitState("alpha", "crashed");
      go.run();
      assertThat(d.client.failure("1")).contains("exit code 3");
      assertThat(d.names()).isEmpty();
      d.timers.advance(Limits.COMING_MILLIS);
      d.client.sync(); // its tools came and went
    }
  }

  @Test
  @DisplayName("a list that waits for one that dies in its start waits no longer")
  void diesWhileAListWaits() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"), spec("beta"), respawning("gamma"))) {
      d.up("beta", "b");
      FakeServer a = d.spawned("alpha");
      FakeServer g = d.spawned("gamma");
      d.list("1");
      d.client.waits("1");
      a.child().exit(1);
      g.child().exit(1);
      assertThat(d.listed("1")).containsExactly("beta__b");
      d.settle();
      d.client.heardNothing();
    }
  }

  @Test
  @DisplayName("a reload that brings a tool that is not listed says so")
  void reloadBringsAFlaw() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha", "a");
      d.listNow("0");
      d.reload("1", "alpha");
      FakeServer fresh = d.spawned("alpha").handshake();
      fresh.answer(
          fresh.expect("tools/list"),
          "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
              + "{\"name\":\"b\",\"inputSchema\":[]}]}");
      d.letPass();
      JsonObject result = d.client.result("1");
      assertThat(FakeClient.text(result)).contains("the tool `b` is not listed");
      assertThat(Json.at(result, "_meta", "dev.pitstop/facts", "tools"))
          .hasToString("[\"alpha__a\"]");
      assertThat(Json.text(result, "_meta", "dev.pitstop/facts", "problems", 0)).contains("`b`");
      d.reload("2", "alpha");
      d.spawned("alpha").comeUp("a");
      assertThat(d.client.text("2")).doesNotContain("not listed");
      assertThat(d.told("3", "alpha").has("problems")).isFalse();
      d.client.heard("notifications/tools/list_changed"); // for which nobody waits any more
    }
  }

  @Test
  @DisplayName("a change of tools that are not let in is no news")
  void filteredChange() {
    ToolFilter filter = new ToolFilter(List.of(), List.of("secret*"));
    try (ManyDriver d = ManyDriver.connected(spec("alpha", filter, false, false))) {
      FakeServer s = d.spawned("alpha").comeUp("a", "secret1");
      assertThat(d.listNow("0")).containsExactly("alpha__a");
      s.notify("notifications/tools/list_changed", "{}");
      s.list("a", "secret1", "secret2");
      Await.until("its new list", () -> d.server("alpha").names(Kind.TOOLS).contains("secret2"));
      d.settle();
      d.client.heardNothing();
    }
  }

  @Test
  @DisplayName("a reload of one that waits for its place starts it; its turn starts no second")
  void reloadedWhileWaiting() {
    try (ManyDriver d = ManyDriver.connected(busy(spec("alpha")))) {
      d.reload("1", "alpha");
      d.up("alpha", "a");
      d.client.text("1");
      for (int i = 0; i < MOST; i++) {
        d.up("srv" + i, "t");
      }
      assertThat(d.listNow("2")).hasSize(MOST + 1);
    }
  }

  @Test
  @DisplayName("a call of one that waits for its place starts it; its turn starts no second")
  void calledWhileWaiting() {
    try (ManyDriver d = ManyDriver.connected(busy(spec("alpha")))) {
      d.client.call("1", "alpha__a");
      FakeServer s = d.spawned("alpha");
      s.expect("initialize");
      for (int i = 0; i < MOST; i++) {
        d.up("srv" + i, "t");
      }
      d.remove("2", "alpha");
      d.client.text("2");
      assertThat(d.client.failure("1")).contains("was removed");
      assertThat(d.listNow("3")).hasSize(MOST);
    }
  }

  @Test
  @DisplayName(
      "a build that failed in stop-first order leaves nothing that a call could"
          + " start: the tools leave the list until a reload succeeds")
  void stopFirstBuildFails() {
    ServerSpec stopFirst = Specs.stopFirst(building("alpha"));
    try (ManyDriver d = ManyDriver.connected(stopFirst)) {
      FakeServer s = d.up("alpha", "a");
      d.listNow("0");
      d.reload("1", "alpha");
      s.child().awaitStop();
      FakeBuilder.FakeBuild build = d.builder("alpha").next();
      d.settle();
      assertThat(d.listNow("2")).containsExactly("alpha__a"); // it is only on its way
      build.fail("error: no");
      assertThat(d.client.failure("1")).contains("error: no");
      d.listChanged();
      assertThat(d.listNow("3")).isEmpty();
      d.reload("4", "alpha");
      d.builder("alpha").next().succeed();
      d.spawned("alpha").comeUp("a");
      d.letPass();
      d.client.text("4");
      assertThat(d.listNow("5")).containsExactly("alpha__a");
    }
  }

  @Test
  @DisplayName("it crashes while it is removed, and while a reload of it waits")
  void crashesWhileRemoved() {
    try (ManyDriver d = ManyDriver.connected(building("alpha"))) {
      FakeServer s = d.up("alpha", "a");
      s.child().stubborn();
      d.listNow("0");
      d.reload("1", "alpha");
      d.builder("alpha").next();
      d.reload("2", "alpha");
      Await.until("one waits", () -> d.server("alpha").reloadsWaiting() == 1);
      d.remove("3", "alpha");
      s.child().awaitStop();
      s.child().exit(139);
      d.client.failure("1");
      d.client.failure("2");
      d.client.text("3");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("the configuration does not touch a server that an agent is just adding")
  void replacedWhileAdded() {
    try (ManyDriver d = ManyDriver.connected()) {
      d.add("1", "alpha");
      FakeServer s = d.spawned("alpha");
      assertThat(d.servers().replace(spec("alpha"))).isFalse();
      assertThat(d.servers().add(spec("alpha"))).isFalse();
      s.comeUp("a");
      assertThat(d.client.text("1")).contains("Added server `alpha`");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("a list that is cancelled while it is waited for takes no news with it")
  void newsOfACancelledList() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"), spec("beta"))) {
      d.spawned("alpha");
      d.spawned("beta").comeUp("b");
      d.list("1");
      d.client.waits("1");
      d.awaitNews();
      d.timers.advance(Limits.APART_MILLIS);
      d.client.heardNothing(); // the list will bring them
      d.client.cancel("1");
      d.client.sync();
      d.listChanged();
      d.timers.advance(WAIT_MILLIS);
      assertThat(d.listNow("2")).containsExactly("beta__b");
    }
  }

  @Test
  @DisplayName("a list waits and an add is under way when the signal comes: both are answered")
  void signal() {
    ManyDriver d = ManyDriver.connected(spec("alpha"));
    d.spawned("alpha").expect("initialize");
    d.list("1");
    d.add("2", "beta");
    d.spawned("beta").expect("initialize");
    d.client.waits("1");
    d.shutDown();
    assertThat(d.listed("1")).isEmpty();
    assertThat(d.client.failure("2")).contains("was not added", "Pitstop is shutting down");
    d.client.end();
    d.awaitEnd();
  }

  @Test
  @DisplayName(
      "the call of a tool with a long name is named as the client knows it, also when its"
          + " server is removed meanwhile")
  void longNames() {
    String tool = "a_tool_whose_name_is_longer_than_clients_can_show_it_to_their_agents";
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      FakeServer s = d.spawned("alpha").comeUp(tool);
      String outside = d.listNow("0").getFirst();
      assertThat(outside.length()).isLessThanOrEqualTo(50);
      d.client.call("1", outside);
      s.expectCall(tool);
      d.remove("2", "alpha");
      assertThat(d.client.failure("1")).contains("`" + outside + "` got no answer");
      d.client.text("2");
      d.listChanged();
      assertThat(d.names()).isEmpty();
    }
  }
}
