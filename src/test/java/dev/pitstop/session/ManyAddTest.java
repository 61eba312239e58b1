package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.START_MILLIS;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Servers;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `add_server`.
@ExtendWith(Sessions.class)
class ManyAddTest {
  @Test
  @DisplayName("the tools that it found come back, are listed, and can be called")
  void found(ManyDriver d) {
    assertThat(d.listNow("1")).isEmpty();
    d.add("2", "alpha");
    FakeServer s = d.up("alpha", "a", "b");
    JsonObject added = d.client.facts("2");
    assertThat(Json.text(added, "name")).isEqualTo("alpha");
    assertThat(Json.text(added, "status")).isEqualTo("running");
    assertThat(added.getAsJsonArray("tools")).hasToString("[\"alpha__a\",\"alpha__b\"]");
    assertThat(Json.at(added, "pid").getAsLong()).isEqualTo(s.pid());
    d.listChanged();
    assertThat(d.listNow("3")).containsExactly("alpha__a", "alpha__b");
    d.servedBy(s, "4", "alpha__a", "one");
  }

  @Test
  @DisplayName("a server without tools is fine")
  void noTools(ManyDriver d) {
    d.add("1", "alpha");
    d.up("alpha");
    assertThat(d.client.text("1")).startsWith("[pitstop] Added server `alpha`").contains("0 tools");
    assertThat(d.names()).containsExactly("alpha");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a__b", "a_", "ä", "a b", "a123456789012345678901234567890123"})
  @DisplayName("a bad name is refused with the reason, and nothing starts")
  void badName(String name, ManyDriver d) {
    d.add("1", name);
    assertThat(d.client.failure("1")).startsWith("[pitstop] Not added: a server name");
    assertThat(d.names()).isEmpty();
  }

  @Test
  @DisplayName("an entry that is disabled is neither started nor saved")
  void disabled(ManyDriver d) {
    String entry = "{\"name\":\"alpha\",\"command\":\"alpha\",\"disabled\":true,\"save\":true}";
    assertThat(d.client.callForFailure("1", "add_server", entry))
        .isEqualTo("[pitstop] Not added: a `disabled` server does not start.");
    assertThat(d.saved).isEmpty();
    assertThat(d.names()).isEmpty();
  }

  @Test
  @DisplayName("all that is wrong with an entry is told, a mistyped key first")
  void mistakes(ManyDriver d) {
    assertThat(
            d.client.callForFailure("1", "add_server", "{\"name\":\"alpha\",\"comand\":\"alpha\"}"))
        .isEqualTo(
            "[pitstop] Not added: unknown key `comand`; did you mean `command`? Also: one of `command`,"
                + " `url` and `cli` is required.");
    assertThat(
            d.client.callForFailure(
                "2",
                "add_server",
                "{\"name\":\"alpha\",\"command\":\"alpha\",\"args\":{},\"order\":\"stopfirst\"}"))
        .startsWith("[pitstop] Not added: `args`: ")
        .contains(". Also: `order`: ");
  }

  @Test
  @DisplayName("the schema of add_server has every key that it accepts")
  void schema(ManyDriver d) {
    d.list("1");
    for (var tool : d.client.result("1").getAsJsonArray("tools")) {
      if (Json.text(tool, "name").equals("add_server")) {
        JsonObject keys = Json.at(tool, "inputSchema", "properties").getAsJsonObject();
        assertThat(keys.keySet())
            .contains("name", "save", "schemaArgs", "callArgs", "startTimeout", "replay");
        Set<String> all = new HashSet<>(keys.keySet());
        all.add("type"); // which files of clients have
        for (String key : all) {
          assertThat(
                  d.client.callForFailure(
                      "\"" + key + "\"", "add_server", "{\"name\":\"\",\"" + key + "\":{}}"))
              .doesNotContain("unknown key");
        }
      }
    }
  }

  @Test
  @DisplayName("a name that is taken is refused, and who has it serves on")
  void taken(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    d.add("1", "alpha");
    assertThat(d.client.failure("1")).contains("server `alpha` already exists", "reload");
    d.servedBy(s, "2", "alpha__a", "still");
  }

  @Test
  @DisplayName("of two that add the same name at once one is refused; one process starts")
  void takenAtOnce(ManyDriver d) {
    d.add("1", "alpha");
    d.add("2", "alpha");
    d.up("alpha", "a");
    JsonObject one = d.client.result("1");
    JsonObject other = d.client.result("2");
    assertThat(one.has("isError")).isNotEqualTo(other.has("isError"));
    d.listChanged();
  }

  @Test
  @DisplayName("one that dies in its start is taken out again; its last words are told")
  void dies(ManyDriver d) {
    d.add("1", "alpha");
    FakeServer s = d.spawned("alpha");
    s.expect("initialize");
    s.dies(3, "no such database");
    assertThat(d.client.failure("1"))
        .startsWith("[pitstop] Server `alpha` was not added.")
        .contains("exit code 3", "no such database", "Command: alpha");
    assertThat(d.names()).isEmpty();
  }

  @Test
  @DisplayName("one that hangs in its handshake is given up at the start limit, and stopped")
  void hangs(ManyDriver d) {
    assertThat(hangsFor(d, START_MILLIS)).contains("was not added", " within 30.0 s");
  }

  /// A server that is added hangs in its start so long.
  ///
  /// @return what the agent is told
  private static String hangsFor(ManyDriver d, long millis) {
    d.add("1", "alpha");
    FakeServer s = d.spawned("alpha");
    s.expect("initialize");
    d.client.waits("1");
    d.awaitTimer(START_MILLIS);
    d.timers.advance(millis);
    String told = d.client.failure("1");
    assertThat(s.child().stopAsked()).isTrue();
    assertThat(d.names()).isEmpty();
    return told;
  }

  @Test
  @DisplayName("so is one of which nobody has said how long its start may take")
  void hangsWithoutALimit() {
    try (ManyDriver d = ManyDriver.startingSlowly()) {
      assertThat(hangsFor(d, START_MILLIS + ManyDriver.LIST_MILLIS))
          .contains("was not added", "has been starting for ", "has not answered the handshake");
    }
  }

  @Test
  @DisplayName("a cancelled add takes the server away, and nobody is answered")
  void cancelled(ManyDriver d) {
    d.add("1", "alpha");
    FakeServer s = d.spawned("alpha");
    s.expect("initialize");
    d.client.waits("1");
    Await.until("the call is at work", () -> d.names().contains("alpha"));
    d.client.cancel("1");
    s.child().awaitStop();
    Await.until("it is out", () -> d.names().isEmpty());
    d.client.heardNothing();
  }

  @Test
  @DisplayName("whoever adds is told when somebody removes the server meanwhile")
  void removedMeanwhile(ManyDriver d) {
    d.add("1", "alpha");
    FakeServer s = d.spawned("alpha");
    s.expect("initialize");
    assertThat(d.removed("2", "alpha")).contains("Removed server `alpha`");
    assertThat(d.client.failure("1")).contains("`alpha` was not added. It was removed");
    assertThat(s.child().stopAsked()).isTrue();
    assertThat(d.names()).isEmpty();
  }

  @Test
  @DisplayName("a server that is added while Pitstop ends is refused, and never started")
  void shutDown(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    s.child().stubborn();
    d.listNow("0");
    d.client.callTo(s, "1", "alpha__a");
    Thread end = Thread.ofPlatform().name("test end").start(d::shutDown);
    s.child().awaitStop();
    d.add("2", "beta");
    assertThat(d.client.failure("2")).contains("Pitstop is shutting down");
    assertThat(d.servers().add(spec("gamma"))).isFalse();
    s.child().exit(0);
    assertThat(d.client.failure("1")).contains("Pitstop");
    Await.until("the shutdown", () -> !end.isAlive());
    d.client.end();
  }

  @Test
  @DisplayName("`save` keeps the entry, as in a configuration file; one that fails is not saved")
  void save(ManyDriver d) {
    d.client.call(
        "1",
        "add_server",
        "{\"name\":\"alpha\",\"command\":\"alpha\",\"args\":[\"x\"],\"save\":true}");
    d.up("alpha", "a");
    assertThat(d.client.text("1")).contains("Saved in servers.json.");
    assertThat(d.saved).containsExactly("alpha {\"command\":\"alpha\",\"args\":[\"x\"]}");
    d.client.call("2", "add_server", "{\"name\":\"beta\",\"command\":\"beta\",\"save\":true}");
    d.spawned("beta").child().exit(1);
    d.client.failure("2");
    assertThat(d.saved).hasSize(1);
    d.listChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"alpha\"}",
        "{\"name\":\"alpha\",\"command\":7}",
        "{\"name\":\"alpha\",\"command\":\"x\",\"args\":\"y\"}",
        "{\"name\":\"alpha\",\"command\":\"x\",\"env\":[]}",
        "{\"name\":\"alpha\",\"command\":\"x\",\"cwd\":\"/does/not/exist\"}",
        "{\"name\":\"alpha\",\"command\":\"x\",\"onCrash\":\"explode\"}",
        "{\"name\":\"alpha\",\"command\":\"x\",\"comand\":\"y\"}",
        "{\"name\":\"alpha\",\"url\":\"x\"}",
        "{\"name\":7,\"command\":\"x\"}"
      })
  @DisplayName("bad arguments are refused in words")
  void badArguments(String arguments, ManyDriver d) {
    assertThat(d.client.callForFailure("1", "add_server", arguments))
        .startsWith("[pitstop] ")
        .contains("`");
    assertThat(d.names()).isEmpty();
  }

  @Test
  @DisplayName("tools that are not listed are told at once, and do not count")
  void withheld(ManyDriver d) {
    d.add("1", "alpha");
    FakeServer s = d.spawned("alpha").handshake();
    s.answer(
        s.expect("tools/list"),
        "{\"tools\":[{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}},"
            + "{\"name\":\"bad\",\"inputSchema\":7}]}");
    JsonObject result = d.client.result("1");
    assertThat(FakeClient.text(result)).contains("1 tool: alpha__good", "the tool `bad`");
    JsonObject told = FakeClient.facts(result);
    assertThat(told.getAsJsonArray("tools")).hasToString("[\"alpha__good\"]");
    assertThat(Json.at(told, "tool_count").getAsInt()).isEqualTo(1);
    assertThat(Json.text(told, "problems", 0)).contains("`bad` is not listed", "inputSchema");
    assertThat(Json.text(d.told("2", "alpha"), "problems", 0)).contains("`bad`");
    d.listChanged();
  }
}
