package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Servers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Servers that are added, removed and replaced from outside of the session.
@ExtendWith(Sessions.class)
class ManyServersTest {
  @Test
  @DisplayName("added, removed, listed in their order")
  void comeAndGo(@Servers("alpha") ManyDriver d) {
    FakeServer a = d.upAndListed("alpha", "a");
    assertThat(d.servers().add(spec("beta"))).isTrue();
    assertThat(d.servers().add(spec("beta"))).isFalse();
    d.up("beta", "b");
    d.listChanged();
    assertThat(d.names()).containsExactly("alpha", "beta");
    assertThat(d.servers().remove("alpha")).isTrue();
    assertThat(d.servers().remove("alpha")).isFalse();
    a.child().awaitStop();
    d.settle();
    d.client.heard("notifications/tools/list_changed");
    assertThat(d.listNow("1")).containsExactly("beta__b");
  }

  @Test
  @DisplayName("a server whose entry changes stays at its place; others are not touched")
  void changed(@Servers("alpha beta gamma") ManyDriver d) {
    FakeServer a = d.up("alpha", "a");
    FakeServer old = d.up("beta", "b");
    d.up("gamma", "c");
    assertThat(d.listNow("0")).containsExactly("alpha__a", "beta__b", "gamma__c");
    assertThat(d.servers().replace(respawning("beta"))).isTrue();
    FakeServer fresh = d.up("beta", "b2");
    old.child().awaitStop();
    assertThat(d.names()).containsExactly("alpha", "beta", "gamma");
    assertThat(d.listNow("1")).containsExactly("alpha__a", "beta__b2", "gamma__c");
    assertThat(a.child().alive()).isTrue();
    assertThat(d.client.callAnswered(fresh, "2", "beta__b2", "new"))
        .contains("its entry in the configuration file changed", "new");
    fresh.child().exit(1);
    d.awaitState("beta", "crashed");
    d.client.call("3", "beta__b2"); // which starts it, as its entry says now
    d.delivers(d.spawned("beta").comeUp("b2"), "3", "beta__b2", "again");
    d.settle();
  }

  @Test
  @DisplayName("a server belongs to whoever has added it: what is the agent's is left alone")
  void agentsOwn(@Servers("alpha") ManyDriver d) {
    d.up("alpha", "a");
    d.add("1", "beta");
    FakeServer beta = d.up("beta", "b");
    d.client.text("1");
    d.listNow("2");
    assertThat(d.servers().others()).containsExactly("beta");
    assertThat(d.servers().add(respawning("beta"))).isFalse();
    assertThat(d.servers().replace(respawning("beta"))).isFalse();
    assertThat(d.servers().remove("beta")).isFalse();
    d.servedBy(beta, "3", "beta__b", "still");
    d.settle();
  }

  @Test
  @DisplayName("what the agent has saved is the file's from then on")
  void saved(ManyDriver d) {
    d.client.call("1", "add_server", "{\"name\":\"beta\",\"command\":\"beta\",\"save\":true}");
    d.up("beta", "b");
    assertThat(d.client.text("1")).contains("Saved in servers.json.");
    d.listNow("2");
    assertThat(d.servers().others()).isEmpty();
    assertThat(d.servers().remove("beta")).isTrue();
    d.listChanged();
  }
}
