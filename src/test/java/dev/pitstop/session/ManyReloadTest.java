package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.building;
import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Servers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `reload_server`, and crashes in both modes.
@ExtendWith(Sessions.class)
class ManyReloadTest {
  private static void crash(ManyDriver d, FakeServer s, String name) {
    s.child().exit(1);
    d.awaitState(name, "crashed");
  }

  @Test
  @DisplayName("a new version's tools: told in the answer, listed, told to the client once")
  void newTools(@Servers("alpha beta") ManyDriver d) {
    d.up("beta", "b");
    d.upAndListed("alpha", "a");
    d.reload("1", "alpha");
    FakeServer fresh = d.spawned("alpha").comeUp("a", "z");
    d.letPass();
    JsonObject result = d.client.result("1");
    assertThat(FakeClient.text(result)).contains("estarted server `alpha`", "z");
    assertThat(Json.at(result, "_meta", "dev.pitstop/facts", "tools"))
        .hasToString("[\"alpha__a\",\"alpha__z\"]");
    assertThat(d.listNow("2")).containsExactly("alpha__a", "alpha__z", "beta__b");
    d.servedBy(fresh, "3", "alpha__z", "new");
    assertThat(Json.text(d.told("4", "alpha"), "status")).isEqualTo("running");
  }

  @Test
  @DisplayName("options are for one server, and are saved in its entry if it has one")
  void options() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"), building("beta"))) {
      d.up("alpha", "a");
      d.upAndListed("beta", "b");
      String arguments = "{\"name\":\"alpha\",\"build\":\"make\",\"save\":true}";
      d.client.call("1", "reload_server", arguments);
      d.builder("alpha").next().succeed();
      d.spawned("alpha").comeUp("a");
      assertThat(d.client.text("1"))
          .contains("Rebuilt server `alpha`")
          .endsWith(
              "Not saved: servers.json has no entry for server `alpha`; `add_server` with `save`"
                  + " writes one.");
      d.saved.add("alpha {}");
      d.client.call("2", "reload_server", "{\"name\":\"alpha\",\"save\":true}");
      d.builder("alpha").next().succeed();
      d.spawned("alpha").comeUp("a");
      assertThat(d.client.text("2")).endsWith("Saved in the entry `alpha` of servers.json.");
      assertThat(d.kept).containsExactly("alpha build: make");
      d.client.call("3", "reload_server", "{\"name\":\"beta\",\"build\":\"\"}");
      d.spawned("beta").comeUp("b");
      assertThat(d.client.text("3")).contains("Restarted server `beta`");
    }
  }

  @Test
  @DisplayName("the only server needs no name; an unknown one is told the names")
  void whichServer(@Servers("alpha") ManyDriver d) {
    d.upAndListed("alpha", "a");
    d.client.call("1", "reload_server");
    d.spawned("alpha").comeUp("a");
    assertThat(d.client.text("1")).contains("`alpha`");
    d.reload("2", "alpa");
    assertThat(d.client.failure("2")).contains("There is no server `alpa`", "`alpha`");
  }

  @Test
  @DisplayName("the tools of a crashed server come back when it serves, not when a reload begins")
  void reloadOfACrashedFails(@Builds @Servers("alpha") ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    crash(d, s, "alpha");
    d.listChanged();
    d.reload("1", "alpha");
    FakeBuilder.FakeBuild build = d.builder("alpha").next();
    d.settle();
    assertThat(d.listNow("2")).isEmpty();
    build.fail("error: no");
    d.client.failure("1");
    d.settle();
    d.reload("3", "alpha");
    d.builder("alpha").next().succeed();
    FakeServer fresh = d.spawned("alpha");
    d.settle();
    assertThat(d.listNow("4")).isEmpty();
    fresh.child().exit(1);
    d.client.failure("3");
    d.heardNothing();
  }

  @Test
  @DisplayName(
      "one that crashes while it is rebuilt leaves the list, and comes back with the build")
  void crashesInABuild(@Builds @Servers("alpha") ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    d.reload("1", "alpha");
    FakeBuilder.FakeBuild build = d.builder("alpha").next();
    s.child().exit(1);
    d.listChanged();
    assertThat(d.listNow("2")).isEmpty();
    build.succeed();
    d.spawned("alpha").comeUp("a");
    d.letPass();
    d.client.text("1");
    assertThat(d.listNow("3")).containsExactly("alpha__a");
  }

  @Test
  @DisplayName(
      "a crash in mid-call costs that call only; nothing of it rides on another"
          + " server's answer")
  void midCall() {
    try (ManyDriver d = ManyDriver.connected(respawning("alpha"), spec("beta"))) {
      FakeServer a = d.up("alpha", "a");
      FakeServer b = d.upAndListed("beta", "b");
      d.client.call("1", "alpha__a");
      d.client.call("2", "beta__b");
      a.expectCall("a");
      var atBeta = b.expectCall("b");
      a.dies(2, "oh no");
      assertThat(d.client.failure("1")).contains("exit code 2", "oh no");
      b.text(atBeta, "fine");
      assertThat(d.client.text("2")).isEqualTo("fine");
      d.client.call("3", "alpha__a");
      FakeServer again = d.spawned("alpha").comeUp("a");
      var held = again.expectCall("a");
      d.servedBy(b, "4", "beta__b", "bare");
      again.text(held, "again");
      assertThat(d.client.text("3")).contains("Server `alpha` was restarted", "again");
      d.servedBy(again, "5", "alpha__a", "told once");
    }
  }
}
