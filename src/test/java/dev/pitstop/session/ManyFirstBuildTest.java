package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// One of many servers that has a `build` in its entry, and whose program is not there yet.
@DisplayName("never built, among many")
@ExtendWith(Sessions.class)
class ManyFirstBuildTest {
  private static final String ENTRY =
      "{\"name\":\"alpha\",\"command\":\"node\",\"args\":[\"dist/none.js\"],\"build\":\"make\","
          + "\"env\":{\"CALLED\":\"alpha\"}}";

  @Test
  @DisplayName(
      "a build that fails: list_servers and calls have the compiler's lines; a reload tries again")
  void fails() {
    try (ManyDriver d = ManyDriver.connected(ManyDriver.unbuilt("alpha"))) {
      d.builder("alpha").next().fail("x.ts(1,1): error TS1: no");
      assertThat(d.client.callForText("1", "list_servers"))
          .contains("`alpha`: stopped", "error TS1");
      d.reload("2", "alpha");
      d.builder("alpha").next().succeed();
      d.spawned("alpha").comeUp("a");
      assertThat(d.client.text("2")).contains("Built server", " and started it: spawn #1");
      d.awaitTools("alpha", "a");
      assertThat(d.listNow("3")).containsExactly("alpha__a");
    }
  }

  @Test
  @DisplayName("add_server waits for the build, and tells its errors")
  void added(ManyDriver d) {
    d.client.call("1", "add_server", ENTRY);
    FakeBuilder.FakeBuild build = d.builder("alpha").next();
    d.client.waits("1");
    build.fail("x.ts(1,1): error TS1: no");
    assertThat(d.client.failure("1")).contains("was not added", "Its build failed", "error TS1");
    assertThat(d.names()).isEmpty();
    d.client.call("2", "add_server", ENTRY);
    d.builder("alpha").next().succeed();
    d.up("alpha", "a");
    assertThat(d.client.text("2")).startsWith("[pitstop] Added server `alpha`").contains("a");
    d.listChanged();
  }

  @Test
  @DisplayName("one that is taken out meanwhile is not started")
  void removed() {
    try (ManyDriver d = ManyDriver.connected(ManyDriver.unbuilt("alpha"))) {
      FakeBuilder.FakeBuild build = d.builder("alpha").next();
      assertThat(d.client.callForText("1", "remove_server", "{\"name\":\"alpha\"}"))
          .contains("alpha");
      assertThat(build.cancelled()).isTrue();
      assertThat(d.names()).isEmpty();
    }
  }
}
