package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.watching;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Respawns;
import dev.pitstop.session.Sessions.Servers;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `remove_server`.
@ExtendWith(Sessions.class)
class ManyRemoveTest {
  @Test
  @DisplayName("gone from all lists at once, the other one stays; told once")
  void gone(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "a");
    FakeServer b = d.up("beta", "a");
    assertThat(d.listNow("1")).containsExactly("alpha__a", "beta__a");
    d.servedBy(a, "0", "alpha__a", "still there");
    assertThat(d.removed("2", "alpha"))
        .isEqualTo("[pitstop] Removed server `alpha`; it no longer runs.");
    assertThat(a.child().alive()).isFalse();
    d.listChanged();
    assertThat(d.listNow("3")).containsExactly("beta__a");
    assertThat(d.names()).containsExactly("beta");
    assertThat(Json.text(d.client.callForError("4", "alpha__a"), "message"))
        .contains("Unknown tool: alpha__a", "beta");
    d.servedBy(b, "5", "beta__a", "here");
  }

  @Test
  @DisplayName("ten calls in flight each end once, with a clear error; nothing comes back")
  void inFlight(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "slow");
    s.child().stubborn();
    d.listNow("0");
    for (int i = 1; i <= 10; i++) {
      d.client.callTo(s, Integer.toString(i), "alpha__slow");
    }
    d.remove("\"r\"", "alpha");
    s.child().awaitStop();
    assertThat(d.names()).isEmpty();
    s.notify("notifications/tools/list_changed", "{}");
    s.notify("notifications/message", "{\"level\":\"info\",\"data\":1}");
    s.ask("7", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1}");
    s.child().kill();
    for (int i = 1; i <= 10; i++) {
      assertThat(d.client.failure(Integer.toString(i)))
          .contains("`alpha__slow` got no answer", "`alpha` was removed", "add_server");
    }
    d.client.text("\"r\"");
    d.listChanged();
  }

  @Test
  @DisplayName("held calls end at once; so does a server in its start")
  void inItsStart(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.spawned("alpha");
    s.expect("initialize");
    d.client.call("1", "alpha__a");
    d.client.waits("1");
    d.remove("2", "alpha");
    assertThat(d.client.failure("1")).contains("was not sent", "was removed");
    d.client.text("2");
    assertThat(s.child().alive()).isFalse();
    d.client.heardNothing();
  }

  @Test
  @DisplayName("one that cannot be killed is out as well, and the answer says so")
  void unkillable(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    s.child().immortal();
    d.listNow("0");
    d.client.callTo(s, "1", "alpha__a");
    d.remove("2", "alpha");
    assertThat(d.client.failure("1")).contains("got no answer");
    assertThat(d.client.text("2"))
        .contains("Removed server `alpha`", "pid " + s.pid(), "even after SIGKILL")
        .doesNotContain("it no longer runs");
    assertThat(d.names()).isEmpty();
    d.listChanged();
    s.child().exit(0); // which ends the threads that read it
  }

  @Test
  @DisplayName(
      "added again under its name while the old one is dying: nothing of the old one"
          + " reaches the new one")
  void addedAgain(@Servers("alpha") ManyDriver d) {
    FakeServer old = d.up("alpha", "a");
    old.child().stubborn();
    d.listNow("0");
    d.client.call("1", "alpha__a");
    var inFlight = old.expectCall("a");
    d.remove("2", "alpha");
    old.child().awaitStop();
    d.add("3", "alpha");
    Await.until("the new one", () -> d.names().equals(List.of("alpha")));
    old.notify("notifications/tools/list_changed", "{}");
    old.text(inFlight, "late, but an answer");
    assertThat(d.client.text("1")).isEqualTo("late, but an answer");
    old.child().kill();
    d.client.text("2");
    FakeServer fresh = d.up("alpha", "b");
    assertThat(d.client.text("3")).contains("alpha__b");
    assertThat(d.listNow("4")).containsExactly("alpha__b");
    d.servedBy(fresh, "5", "alpha__b", "new");
    assertThat(d.names()).containsExactly("alpha");
  }

  @Test
  @DisplayName("the session waits for one that was removed and is still dying")
  void dyingAtTheEnd(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    s.child().stubborn();
    d.listNow("0");
    d.remove("1", "alpha");
    s.child().awaitStop();
    Thread end = Thread.ofPlatform().name("test end").start(d::shutDown);
    d.kill();
    assertThat(s.child().alive()).isFalse();
    d.client.text("1");
    Await.until("the shutdown", () -> !end.isAlive());
    d.client.end();
  }

  @Test
  @DisplayName("a server that there is none of: the names of those that there are")
  void unknown(@Servers("alpha") ManyDriver d) {
    d.up("alpha");
    d.remove("1", "nobody");
    assertThat(d.client.failure("1"))
        .isEqualTo("[pitstop] There is no server `nobody`. The servers are `alpha`.");
    assertThat(d.client.callForFailure("2", "remove_server"))
        .contains("`name` is missing", "`alpha`");
  }

  @Test
  @DisplayName("a list that waits for a server is answered when that is removed")
  void listWaits(@Servers("alpha beta") ManyDriver d) {
    d.up("beta", "b");
    d.spawned("alpha").expect("initialize");
    d.listWaits("1");
    d.removed("2", "alpha");
    assertThat(d.listed("1")).containsExactly("beta__b");
  }

  @Test
  @DisplayName("what was not listed of a server is forgotten with it")
  void flawsAreForgotten(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.spawned("alpha").handshake();
    s.answer(s.expect("tools/list"), "{\"tools\":[{\"name\":\"bad\",\"inputSchema\":7}]}");
    d.listNow("1");
    d.removed("2", "alpha");
    assertThat(d.client.callForText("3", "list_servers"))
        .contains("There are no servers")
        .doesNotContain("bad");
    d.settle();
  }

  @Test
  @DisplayName("one that is down when it is removed leaves the lists as well, and that is told")
  void whileDown(@Respawns @Servers("alpha") ManyDriver d) {
    d.up("alpha", "a");
    assertThat(d.listNow("1")).containsExactly("alpha__a");
    d.client.callForText("2", "stop_server", "{\"server\":\"alpha\"}");
    d.settle();
    assertThat(d.listNow("3")).containsExactly("alpha__a");
    d.removed("4", "alpha");
    d.listChanged();
    assertThat(d.listNow("5")).isEmpty();
  }

  @Test
  @DisplayName("what a server might keep is the others' when nothing is left of it")
  void itsShare(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "a");
    FakeServer b = d.upAndListed("beta");
    a.child().input().stick();
    b.child().stubborn();
    int kept = 0;
    while (keeps(d, kept + 1)) {
      kept++;
    }
    d.remove("\"r\"", "beta");
    b.child().awaitStop();
    assertThat(keeps(d, 1_000)).as("while it leaves").isFalse();
    b.child().kill();
    d.client.text("\"r\"");
    assertThat(keeps(d, kept + 1)).as("all").isTrue();
    a.child().kill();
    for (int i = 1; i <= kept + 1; i++) {
      d.client.failure("" + i);
    }
    d.listChanged();
  }

  /// Whether a call is kept for a server that does not read; otherwise it is refused.
  private static boolean keeps(ManyDriver d, int id) {
    d.client.call("" + id, "alpha__a", "{\"x\":\"" + "y".repeat(100_000) + "\"}");
    d.client.sync();
    if (d.client.has("" + id)) {
      assertThat(d.client.failure("" + id)).contains("the limit");
      return false;
    }
    return true;
  }

  private static void removeSaved(ManyDriver d, String id) {
    d.client.call(id, "remove_server", "{\"name\":\"alpha\",\"save\":true}");
  }

  @Test
  @DisplayName("what is saved stays so, which is told, until it is to go, too")
  void saved(@Servers("alpha") ManyDriver d) {
    d.up("alpha");
    d.saved.add("alpha {}");
    d.remove("1", "alpha");
    assertThat(d.client.result("1").toString())
        .contains(
            "It is still saved in servers.json, so the next session starts it;"
                + " `remove_server` with `save: true` removes it.",
            "\"saved_in\":\"servers.json\"");
    d.remove("2", "alpha");
    assertThat(d.client.failure("2")).contains("There are no servers");
    removeSaved(d, "3");
    assertThat(d.client.text("3"))
        .isEqualTo(
            "[pitstop] Server `alpha` is not running. Its entry was removed"
                + " from servers.json.");
    assertThat(d.saved).isEmpty();
    removeSaved(d, "4");
    assertThat(d.client.failure("4")).contains("There are no servers");
  }

  @Test
  @DisplayName("its files are watched no longer")
  void watched() {
    try (ManyDriver d = ManyDriver.connected(watching("alpha"))) {
      d.up("alpha");
      d.removed("1", "alpha");
    } // which proves that no thread is left that watches
  }
}
