package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.building;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.Sessions.Silent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Two things at once that happen to the servers of one session.
@ExtendWith(Sessions.class)
class ManyPairsTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @Test
  @DisplayName("a server that dies of the probe and is started again is still being added")
  void diesOfTheProbe(@Silent ManyDriver d) {
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
    again.comeUp("a");
    assertThat(d.client.text("1")).contains("Added server `alpha`", "alpha__a");
  }

  /// Adds a server. Its lists are known, and what is told of it waits.
  private static FakeServer addedSlowly(ManyDriver d) {
    d.add("1", "alpha");
    return d.up("alpha", "a");
  }

  @Test
  @DisplayName("… and so is one that somebody stops meanwhile")
  void stoppedWhileItIsAdded(ManyDriver d) {
    Runnable go = d.holdOutside(true);
    addedSlowly(d);
    assertThat(d.client.callForText("2", "stop_server", "{\"server\":\"alpha\"}"))
        .contains("topped");
    go.run();
    assertThat(d.client.text("1")).contains("Added server `alpha`: stopped", "alpha__a");
    d.listChanged();
  }

  @Test
  @DisplayName("… but one that has crashed meanwhile is taken out")
  void crashesWhileItIsAdded(ManyDriver d) {
    Runnable go = d.holdOutside(true);
    addedSlowly(d).child().exit(3);
    d.awaitState("alpha", "crashed");
    go.run();
    assertThat(d.client.failure("1")).contains("exit code 3");
    assertThat(d.names()).isEmpty();
    d.timers.advance(Limits.COMING_MILLIS);
    d.client.sync(); // its tools came and went
  }

  @Test
  @DisplayName("a reload that brings a tool that is not listed says so")
  void reloadBringsAFlaw(@Servers("alpha") ManyDriver d) {
    d.upAndListed("alpha", "a");
    d.reload("1", "alpha");
    FakeServer fresh = d.spawned("alpha").handshake();
    fresh.answer(
        fresh.expect("tools/list"),
        "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
            + "{\"name\":\"b\",\"inputSchema\":[]}]}");
    JsonObject result = d.client.result("1");
    assertThat(FakeClient.text(result)).contains("the tool `b` is not listed");
    assertThat(Json.at(result, "_meta", "dev.pitstop/facts", "tools"))
        .hasToString("[\"alpha__a\"]");
    assertThat(Json.text(result, "_meta", "dev.pitstop/facts", "problems", 0)).contains("`b`");
    d.reload("2", "alpha");
    d.spawned("alpha").comeUp("a");
    assertThat(d.client.text("2")).doesNotContain("not listed");
    assertThat(d.told("3", "alpha").has("problems")).isFalse();
    d.settle(); // the client's list never changed
  }

  @Test
  @DisplayName(
      "a build that failed in stop-first order leaves nothing that a call could"
          + " start: the tools leave the list until a reload succeeds")
  void stopFirstBuildFails() {
    ServerSpec stopFirst = Specs.stopFirst(building("alpha"));
    try (ManyDriver d = ManyDriver.connected(stopFirst)) {
      FakeServer s = d.upAndListed("alpha", "a");
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
  void crashesWhileRemoved(@Builds @Servers("alpha") ManyDriver d) {
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

  @Test
  @DisplayName("a list waits and an add is under way when the signal comes: both are answered")
  void signal(@Servers("alpha") ManyDriver d) {
    d.spawned("alpha").expect("initialize");
    d.list("1");
    d.add("2", "beta");
    d.spawned("beta").expect("initialize");
    d.client.waits("1");
    d.shutDown();
    assertThat(d.listed("1")).isEmpty();
    assertThat(d.client.failure("2")).contains("was not added", "Pitstop is shutting down");
    d.client.end();
  }

  @Test
  @DisplayName(
      "the call of a tool with a long name is named as the client knows it, also when its"
          + " server is removed meanwhile")
  void longNames(@Servers("alpha") ManyDriver d) {
    String tool = "a_tool_whose_name_is_longer_than_clients_can_show_it_to_their_agents";
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
