package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.ServerSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a server listed in an earlier session is listed at once while it starts; what is different
/// is told when it has listed it itself.
class ManyRecallTest {
  private static final String LONG = "long".repeat(20);

  private final MemoryDirectory memory = MemoryDirectory.make();

  /// An earlier session, in which this server listed these tools.
  private void earlier(ServerSpec spec, String... tools) {
    ManyDriver.earlier(memory, spec, tools);
  }

  @Test
  @DisplayName("a server that is slow delays no list once it has been seen; nothing is told")
  void slow() {
    earlier(spec("alpha"), "a", "b");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__b");
      assertThat(d.told("2", "alpha").get("tool_count").getAsInt()).isEqualTo(2);
      s.comeUp("a", "b");
      d.servedBy(s, "3", "alpha__a", "no notice");
      d.heardNothing();
    }
  }

  @Test
  @DisplayName(
      "one that hangs for ever delays the first list of its life only; beside it"
          + " those are waited for that are not remembered")
  void hangs() {
    earlier(spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"), spec("beta"))) {
      d.spawned("alpha").expect("initialize");
      d.listWaits("1");
      d.up("beta", "b");
      assertThat(d.listed("1")).containsExactly("alpha__a", "beta__b");
      memory.await("\"b\"");
    }
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"), spec("beta"))) {
      d.spawned("alpha").expect("initialize");
      d.spawned("beta").expect("initialize");
      assertThat(d.listNow("1")).containsExactly("alpha__a", "beta__b");
    }
  }

  @Test
  @DisplayName("what a server lists as before is not written again")
  void same() throws IOException {
    earlier(spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"), spec("beta"))) {
      FakeServer s = d.spawned("alpha");
      FakeServer b = d.spawned("beta");
      d.list("1");
      b.comeUp("b");
      assertThat(d.listed("1")).containsExactly("alpha__a", "beta__b");
      memory.await("\"b\"");
      memory.clear();
      s.comeUp("a");
      d.awaitTools("alpha", "a");
      b.notify("notifications/tools/list_changed", "{}");
      b.list("c"); // is written after whatever came before
      memory.await("\"c\"");
      assertThat(memory.remembered()).doesNotContain("\"a\"");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("a list that is different is told when it is known, and kept for the next")
  void different() {
    earlier(spec("alpha"), "a", "old");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__old");
      s.comeUp("a", "fresh");
      d.listChanged();
      assertThat(d.listNow("2")).containsExactly("alpha__a", "alpha__fresh");
      assertThat(d.client.callAnswered(s, "3", "alpha__a", "x"))
          .contains("`old` removed", "+ tool `fresh`");
      memory.await("\"fresh\"");
    }
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__fresh");
    }
  }

  @Test
  @DisplayName(
      "a remembered tool is called before its server is up, also by an alias: held,"
          + " then delivered")
  void called() {
    earlier(spec("alpha"), "a", LONG);
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      String alias = d.listNow("1").getLast();
      assertThat(alias).hasSizeLessThan(LONG.length());
      d.client.call("2", alias);
      d.client.call("3", "alpha__a");
      d.client.waits("3");
      s.comeUp("a", LONG);
      s.text(s.expectCall(LONG), "long");
      s.text(s.expectCall("a"), "short");
      assertThat(d.client.text("2")).isEqualTo("long");
      assertThat(d.client.text("3")).isEqualTo("short");
    }
  }

  @Test
  @DisplayName("one that does not come up any more leaves the list; its calls say why")
  void gone() {
    earlier(spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a");
      d.client.call("2", "alpha__a");
      d.client.waits("2");
      s.child().exit(3);
      assertThat(d.client.failure("2")).contains("exit code 3");
      d.listChanged();
      assertThat(d.listNow("3")).isEmpty();
      d.reload("4", "alpha");
      d.spawned("alpha").comeUp("a");
      d.letPass();
      d.client.text("4");
      assertThat(d.listNow("5")).containsExactly("alpha__a");
    }
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      d.spawned("alpha").child().exit(3);
      d.awaitState("alpha", "crashed");
      assertThat(d.listNow("1")).isEmpty();
      d.heardNothing();
    }
  }

  @Test
  @DisplayName("one that a call starts again stays on the list as it was")
  void respawns() {
    earlier(respawning("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, respawning("alpha"))) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a");
      s.child().exit(3);
      d.awaitState("alpha", "crashed");
      assertThat(d.listNow("2")).containsExactly("alpha__a");
      d.client.call("3", "alpha__a");
      FakeServer again = d.spawned("alpha").comeUp("a");
      again.text(again.expectCall("a"), "again");
      assertThat(d.client.text("3")).contains("again");
      d.heardNothing();
    }
  }

  @Test
  @DisplayName("only the tools that the entry lets in; others that come or go are no news")
  void filtered() {
    earlier(spec("alpha"), "get_a", "put_a");
    ServerSpec filtered = spec("alpha", new ToolFilter(List.of("get_*"), List.of()), false, false);
    try (ManyDriver d = ManyDriver.remembering(memory, filtered)) {
      FakeServer s = d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__get_a");
      s.comeUp("get_a", "put_b");
      memory.await("put_b");
      d.heardNothing();
    }
  }

  /// A server of this name whose process is the one of that name in the tests.
  private static ServerSpec run(String name, String process, String... argv) {
    Target program = Specs.program(Map.of(ManyDriver.CALLED, process), argv);
    return Specs.run(spec(name), program);
  }

  @Test
  @DisplayName("two entries with the same command: each has what it listed itself")
  void sameCommand() {
    ServerSpec[] both = {run("alpha", "alpha", "program"), run("beta", "beta", "program")};
    try (ManyDriver d = ManyDriver.remembering(memory, both)) {
      d.up("alpha", "a");
      d.up("beta", "b");
      d.listNow("1");
      memory.awaitFiles(2);
    }
    try (ManyDriver d = ManyDriver.remembering(memory, both)) {
      d.spawned("alpha");
      d.spawned("beta");
      assertThat(d.listNow("1")).containsExactly("alpha__a", "beta__b");
    }
  }

  @Test
  @DisplayName("one that is replaced while its list is remembered is not listed any more")
  void replaced() {
    earlier(spec("alpha"), "a");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      d.spawned("alpha");
      assertThat(d.listNow("1")).containsExactly("alpha__a");
      d.servers().replace(run("alpha", "gamma", "other"));
      d.listChanged();
      assertThat(d.listNow("2")).isEmpty();
      d.spawned("gamma").comeUp("c");
      d.listChanged();
      assertThat(d.listNow("3")).containsExactly("alpha__c");
    }
  }
}
