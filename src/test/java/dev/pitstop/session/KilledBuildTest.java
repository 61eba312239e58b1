package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A build that was killed, but had succeeded a moment before, or ended well in spite of it.
@DisplayName("the success of a killed build is none")
@ExtendWith(Sessions.class)
class KilledBuildTest {
  @Test
  @DisplayName("a cancelled build that says success is known as a cancelled one")
  void cancelled(@Serving("a") @Builds SessionDriver d) {
    FakeBuild build = d.building("1");
    d.sync();
    d.cancel("1");
    d.sync();
    build.succeed();
    assertKilled(d);
    assertThat(d.server().state()).isEqualTo("running");
  }

  @Test
  @DisplayName("so is one that stop_server killed")
  void stopped(@Builds SessionDriver d, @Serving("a") FakeServer old) {
    FakeBuild build = d.building("1");
    d.call("2", "stop_server");
    old.child().awaitStop();
    assertThat(d.next().toString() + d.next()).contains("given up", "Stopped server");
    build.succeed();
    assertKilled(d);
  }

  @Test
  @DisplayName("the late success of a killed build is not taken for that of the next one")
  void nextOne(@Serving("a") @Builds SessionDriver d) {
    FakeBuild first = d.building("1");
    d.sync();
    d.cancel("1");
    FakeBuild second = d.building("2");
    first.succeed();
    d.sync();
    assertThat(d.server().state()).isEqualTo("building");
    second.fail("no such method");
    assertThat(d.text("2")).contains("no such method");
  }

  @Test
  @DisplayName("nor does it hide how the next one ended")
  void later(@Builds SessionDriver d, @Serving("a") FakeServer old) {
    FakeBuild first = d.building("1");
    d.sync();
    d.cancel("1");
    d.building("2").succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("2")).contains("Rebuilt", "spawn #2");
    first.endCancelled();
    assertThat(d.server().lastBuild().map(Builder.Result::ok)).contains(true);
    old.child().awaitStop();
  }

  private static void assertKilled(SessionDriver d) {
    Builder.Result last = d.server().lastBuild().orElseThrow();
    assertThat(last.ok()).as("ok").isFalse();
    assertThat(last.cancelled()).as("cancelled").isTrue();
  }
}
