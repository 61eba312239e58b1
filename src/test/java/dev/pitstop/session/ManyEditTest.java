package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.building;
import static dev.pitstop.session.ManyDriver.respawning;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Respawns;
import dev.pitstop.session.Sessions.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// An entry of the configuration file that changes is a reload.
@ExtendWith(Sessions.class)
class ManyEditTest {
  /// The server of this name, run by the program `gamma`.
  private static ServerSpec other(ServerSpec than) {
    return Specs.run(than, Specs.program(Map.of(), "gamma", "--y"));
  }

  private static FakeServer served(ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    return s;
  }

  private static void edit(ManyDriver d, ServerSpec to) {
    assertThat(d.servers().replace(to)).isTrue();
  }

  /// `gamma` has taken the place of the old program.
  private static FakeServer replaced(ManyDriver d) {
    FakeServer fresh = d.spawned("gamma").comeUp("a");
    awaitServes(d, fresh);
    return fresh;
  }

  private static void awaitServes(ManyDriver d, FakeServer s) {
    Await.until("it serves", () -> d.server("alpha").serves(s.pid()));
  }

  /// Waits until the reload is over, however it ended.
  private static void over(ManyDriver d) {
    Await.until("the reload is over", () -> !d.server("alpha").reloading());
  }

  @Test
  @DisplayName("the new one comes up beside the old one, which finishes what it has")
  void drains(@Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    JsonObject inFlight = d.client.callTo(old, "1", "alpha__a");
    edit(d, other(spec("alpha")));
    FakeServer fresh = d.spawned("gamma");
    d.servedBy(old, "2", "alpha__a", "meanwhile");
    fresh.comeUp("a");
    awaitServes(d, fresh);
    assertThat(d.client.callAnswered(fresh, "3", "alpha__a", "new"))
        .contains("restarted", "because its entry in the configuration file changed", "new");
    assertThat(old.child().alive()).isTrue();
    old.text(inFlight, "old");
    assertThat(d.client.text("1")).isEqualTo("old");
    old.child().awaitStop();
    d.heardNothing();
  }

  @Test
  @DisplayName("one that does not come up leaves the old one serving, and that is told")
  void fails(@Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    JsonObject inFlight = d.client.callTo(old, "1", "alpha__a");
    edit(d, other(spec("alpha")));
    FakeServer fresh = d.spawned("gamma");
    fresh.dies(2, "no such file");
    over(d);
    old.text(inFlight, "still");
    assertThat(d.client.text("1"))
        .contains(
            "[pitstop] In the configuration file: the entry of server `alpha` changed. The new",
            "did not start",
            "no such file",
            "gamma --y",
            "The old server keeps running",
            "still");
    d.servedBy(old, "2", "alpha__a", "bare");
    assertThat(d.told("3", "alpha").get("problems").toString())
        .contains("its entry", "old one still applies");
    assertThat(d.client.callForText("\"why\"", "list_servers"))
        .contains("did not start", "no such file");
    assertThat(Json.text(d.told("4", "alpha"), "command")).isEqualTo("alpha");
    d.heardNothing();
  }

  @Test
  @DisplayName("after a failure a respawn tries the entry again, and so does a reload")
  void afterAFailure(@Respawns @Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    edit(d, other(respawning("alpha")));
    d.spawned("gamma").child().exit(2);
    over(d);
    old.child().exit(1);
    d.awaitState("alpha", "crashed");
    d.client.call("1", "alpha__a");
    d.spawned("gamma").child().exit(2);
    assertThat(d.client.failure("1")).contains("exit code 2");
    d.reload("2", "alpha");
    replaced(d);
    d.client.text("2");
  }

  @Test
  @DisplayName("it is built first, as the entry says now; a failed build changes nothing")
  void builds(@Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    edit(d, other(building("alpha")));
    FakeBuilder.FakeBuild build = d.builder("alpha").next();
    d.servedBy(old, "1", "alpha__a", "meanwhile");
    build.fail("error: no");
    over(d);
    assertThat(d.client.callAnswered(old, "2", "alpha__a", "still"))
        .contains("In the configuration file:", "error: no", "still");
    d.reload("3", "alpha");
    d.builder("alpha").next().succeed();
    replaced(d);
    d.client.text("3");
  }

  @Test
  @DisplayName("an entry that changes once more ends the start of the one before")
  void onceMore(@Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    edit(d, other(spec("alpha")));
    FakeServer hangs = d.spawned("gamma");
    hangs.expect("initialize");
    edit(d, other(respawning("alpha")));
    hangs.child().awaitStop();
    FakeServer fresh = replaced(d);
    old.child().awaitStop();
    d.settle();
    fresh.child().exit(1);
    d.awaitState("alpha", "crashed");
    d.client.call("1", "alpha__a"); // which starts it, as its entry says now
    d.delivers(d.spawned("gamma").comeUp("a"), "1", "alpha__a", "again");
  }

  @Test
  @DisplayName("calls that wait for a start go to the one by the new entry")
  void held(@Servers("alpha") ManyDriver d) {
    FakeServer hangs = d.spawned("alpha");
    d.client.call("1", "alpha__a");
    d.client.sync();
    edit(d, other(spec("alpha")));
    hangs.child().awaitStop();
    FakeServer fresh = d.spawned("gamma").handshake();
    JsonObject held = fresh.expectCall("a");
    JsonObject list = fresh.expect("tools/list");
    fresh.text(held, "new");
    assertThat(d.client.text("1")).contains("new");
    fresh.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.awaitTools("alpha", "a");
    d.listNow("2");
  }

  @Test
  @DisplayName("what waits for a reload that is under way gets the newest entry")
  void whileReloading(@Builds @Servers("alpha") ManyDriver d) {
    served(d);
    d.reload("1", "alpha");
    FakeBuilder.FakeBuild build = d.builder("alpha").next();
    d.reload("2", "alpha");
    Await.until("one waits", () -> d.server("alpha").reloadsWaiting() == 1);
    edit(d, other(spec("alpha")));
    build.succeed();
    d.up("alpha", "a");
    d.client.text("1");
    replaced(d);
    d.client.text("2");
    d.settle();
  }

  @Test
  @DisplayName("one that is down runs as the entry says now; nothing is put back")
  void whileDown(@Servers("alpha") ManyDriver d) {
    d.spawned("alpha").child().exit(2);
    d.awaitState("alpha", "crashed");
    edit(d, other(spec("alpha")));
    d.spawned("gamma").child().exit(3);
    d.awaitState("alpha", "crashed");
    over(d);
    assertThat(Json.text(d.told("1", "alpha"), "command")).isEqualTo("gamma");
    edit(d, spec("alpha"));
    d.up("alpha", "a");
    d.listNow("2");
    d.settle();
  }

  @Test
  @DisplayName("which tools are let in changes with the new one, and not before")
  void filter(@Servers("alpha") ManyDriver d) {
    FakeServer old = d.up("alpha", "a", "b");
    assertThat(d.listNow("0")).containsExactly("alpha__a", "alpha__b");
    d.client.callAnswered(old, "9", "alpha__b", "still there");
    ToolFilter one = new ToolFilter(List.of("a"), List.of());
    edit(d, spec("alpha", one, false, false));
    FakeServer fresh = d.spawned("alpha");
    assertThat(d.listNow("1")).containsExactly("alpha__a", "alpha__b");
    fresh.comeUp("a", "b");
    d.listChanged();
    assertThat(d.listNow("2")).containsExactly("alpha__a");
    d.client.callForError("3", "alpha__b");
    edit(d, spec("alpha"));
    d.spawned("alpha").comeUp("a", "b");
    d.listChanged();
    assertThat(d.listNow("4")).containsExactly("alpha__a", "alpha__b");
  }

  @Test
  @DisplayName("what was found about the old command is not said of the new one")
  void commandThatRestarts() {
    Target nodemon = Specs.program(Map.of(ManyDriver.CALLED, "alpha"), "nodemon", "x.js");
    try (ManyDriver d = ManyDriver.connected(Specs.run(spec("alpha"), nodemon))) {
      FakeServer old = served(d);
      old.child().exit(1);
      d.awaitState("alpha", "crashed");
      assertThat(Json.text(d.told("1", "alpha"), "error")).contains("`nodemon`");
      edit(d, other(spec("alpha")));
      FakeServer fresh = replaced(d);
      fresh.child().exit(1);
      d.awaitState("alpha", "crashed");
      assertThat(Json.text(d.told("2", "alpha"), "error")).doesNotContain("nodemon");
      d.settle();
      d.client.heard("notifications/tools/list_changed");
    }
  }

  @Test
  @DisplayName("a server that waits for its place begins at once, as its entry says now")
  void notBegun() {
    List<ServerSpec> all = new ArrayList<>();
    for (int i = 0; i < Limits.MOST_STARTS; i++) {
      all.add(spec("first" + i));
    }
    all.add(spec("alpha"));
    try (ManyDriver d = ManyDriver.connected(all.toArray(ServerSpec[]::new))) {
      for (int i = 0; i < Limits.MOST_STARTS; i++) {
        d.spawned("first" + i);
      }
      edit(d, other(spec("alpha")));
      d.spawned("gamma").comeUp("a");
      d.awaitTools("alpha", "a");
      d.listChanged();
      d.timers.advance(Limits.PLACE_MILLIS);
      d.settle();
    }
  }

  @Test
  @DisplayName("what is watched is what the entry says now")
  void watch(@Servers("alpha") ManyDriver d) {
    served(d);
    edit(d, ManyDriver.watching("alpha"));
    d.up("alpha", "a");
    edit(d, spec("alpha"));
    awaitServes(d, d.up("alpha", "a"));
    d.settle(); // which proves that no thread is left that watches
  }

  @Test
  @DisplayName("the files that an entry names are watched from the start")
  void watchFromTheStart(@TempDir Path directory) {
    ServerSpec plain = ManyDriver.watching("alpha");
    ServerSpec here =
        new ServerSpec(
            "alpha",
            new Target.Program(new Command(List.of("alpha"), Map.of(), directory)),
            plain.build(),
            plain.watch(),
            plain.order(),
            plain.respawn(),
            plain.replay(),
            plain.tools(),
            plain.buildMillis(),
            plain.startMillis(),
            plain.callMillis());
    try (ManyDriver d = ManyDriver.connected(here)) {
      served(d);
      Project files = new Project(directory);
      long[] again = {System.nanoTime()};
      Await.until(
          "a new run",
          () -> {
            if (System.nanoTime() - again[0] >= 0) { // what is before the first look is not seen
              files.file("x.py", "", again[0] / 1_000_000_000);
              again[0] += 5_000_000_000L;
            }
            return !d.spawner("alpha").noMore();
          });
      d.up("alpha", "a");
      d.settle();
    }
  }

  @Test
  @DisplayName("another kind of server: a program becomes a command-line tool, and back")
  void anotherKind(@Servers("alpha") ManyDriver d) {
    FakeServer old = served(d);
    Command tool = new Command(List.of("gamma"), Map.of(), Path.of("/nonexistent"));
    edit(d, Specs.run(spec("alpha"), new Target.Tools(tool, Target.Calls.USUAL)));
    var schema = d.spawner("gamma").next();
    d.servedBy(old, "1", "alpha__a", "meanwhile");
    schema.say("{\"tools\":[{\"name\":\"t\",\"cli_command\":[\"t\"]}]}");
    schema.exit(0);
    d.awaitTools("alpha", "t");
    old.child().awaitStop();
    d.listNow("2");
    assertThat(d.client.callForFailure("4", "stop_server", "{\"server\":\"alpha\"}"))
        .contains("alpha");
    edit(d, spec("alpha"));
    d.up("alpha", "a");
    d.listNow("3");
    d.settle();
  }

  /// Watched files were saved.
  private static void save(ManyDriver d) {
    d.direct("alpha").saved();
  }

  @Test
  @DisplayName("a build that waits is left out if the entry names none any more")
  void buildTakenOut(@Builds @Servers("alpha") ManyDriver d) {
    FakeServer slow = d.spawned("alpha");
    slow.child().stubborn();
    save(d);
    d.awaitState("alpha", "draining");
    edit(d, other(spec("alpha")));
    save(d);
    slow.child().kill();
    replaced(d);
    d.awaitTools("alpha", "a");
    d.listNow("1");
    d.settle();
  }
}
