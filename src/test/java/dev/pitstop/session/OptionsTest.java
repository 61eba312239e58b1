package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The agent sets the build command with a reload.
@ExtendWith(Sessions.class)
class OptionsTest {
  @Test
  @DisplayName("a server without a build gets one: this reload builds, and the next too")
  void build(SessionDriver d, @Serving("a") FakeServer old) {
    d.call("1", "recompile", "{\"build\":\"make it\"}");
    FakeBuild first = d.builder.next();
    d.servedBy(old, "2", "a", "meanwhile");
    first.succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("1")).contains("Rebuilt server `fake`");
    assertThat(d.origin.commands).containsExactly("make it");
    d.building("3").succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("3")).contains("Rebuilt server `fake`");
  }

  @Test
  @DisplayName("the description of recompile follows in the next list")
  void described(SessionDriver d, @Serving("a") FakeServer old) {
    old.answer(
        d.requestTo(old, "1", "tools/list", "{}"), "{\"tools\":" + FakeServer.tools("a") + "}");
    assertThat(d.result("1").toString()).contains("Restarts this MCP server");
    d.call("2", "recompile", "{\"build\":\"make\"}");
    d.builder.next().fail("it does not compile");
    assertThat(d.text("2")).contains("failed", "it does not compile");
    old.answer(
        d.requestTo(old, "3", "tools/list", "{}"), "{\"tools\":" + FakeServer.tools("a") + "}");
    assertThat(d.result("3").toString()).contains("Rebuilds and restarts this MCP server");
  }

  @Test
  @DisplayName("an empty build turns the builds off")
  void off(@Serving("a") @Builds SessionDriver d) {
    d.call("1", "recompile", "{\"build\":\"\"}");
    d.spawned().comeUp("a");
    assertThat(d.text("1")).contains("Restarted server `fake`");
    assertThat(d.builder.noMore()).isTrue();
  }

  @Test
  @DisplayName("a reload that waits builds with the command that came with a later one")
  void joins(@Serving("a") SessionDriver d) {
    FakeServer first = d.recompiling("1");
    d.call("2", "recompile", "{\"build\":\"make\"}");
    first.child().awaitStop(); // it was started without the build
    d.builder.next().succeed();
    d.spawned().comeUp("a");
    assertThat(d.texts("1", "2").values())
        .allSatisfy(text -> assertThat(text).contains("Rebuilt server `fake`"));
  }

  @Test
  @DisplayName("wrong arguments are refused before anything happens")
  void wrong(@Serving("a") SessionDriver d) {
    assertThat(d.callForText("4", "recompile", "{\"build\":1}"))
        .isEqualTo("[pitstop] `build` must be a string.");
    assertThat(d.callForText("5", "recompile", "{\"save\":\"here\"}"))
        .isEqualTo("[pitstop] `save` must be true or false.");
    assertThat(d.origin.commands).isEmpty();
    assertThat(d.spawner.noMore()).isTrue();
  }

  @Test
  @DisplayName("what was set in the session is saved, also with a later reload")
  void saves(@Serving("a") SessionDriver d) {
    d.call("1", "recompile", "{\"save\":true}");
    d.spawned().comeUp("a");
    assertThat(d.text("1")).endsWith("Not saved: no `build` was set in this session.");
    d.call("2", "recompile", "{\"build\":\"make\"}");
    d.builder.next().succeed();
    d.spawned().comeUp("a");
    d.text("2");
    d.call("3", "recompile", "{\"save\":true}");
    d.builder.next().succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("3")).endsWith("\nSaved in the fake.");
    assertThat(d.origin.kept).containsExactly("build: make");
  }
}
