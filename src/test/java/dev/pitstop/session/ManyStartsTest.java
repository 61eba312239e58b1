package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.WAIT_MILLIS;
import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.hub.ServerSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Many servers start, a few at a time.
class ManyStartsTest {
  private static final int MOST = Limits.MOST_STARTS;

  private static ServerSpec[] specs(int n) {
    List<ServerSpec> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      all.add(spec("srv" + i));
    }
    return all.toArray(ServerSpec[]::new);
  }

  @Test
  @DisplayName("bounded; each that serves gives its place to the next")
  void bounded() {
    int n = MOST + 3;
    try (ManyDriver d = ManyDriver.connected(specs(n))) {
      d.client.sync();
      for (int i = MOST; i < n; i++) {
        assertThat(d.spawner("srv" + i).noMore()).as("srv%s waits", i).isTrue();
      }
      for (int i = 0; i < n; i++) {
        d.up("srv" + i, "t");
      }
      assertThat(d.listNow("1")).hasSize(n);
      d.heardNothing();
    }
  }

  @Test
  @DisplayName("those that hang, fail or are removed give their place free")
  void places() {
    try (ManyDriver d = ManyDriver.connected(specs(MOST + 3))) {
      List<FakeServer> first = new ArrayList<>();
      for (int i = 0; i < MOST; i++) {
        first.add(d.spawned("srv" + i));
        first.get(i).expect("initialize");
      }
      first.getFirst().child().exit(1);
      FakeServer afterFailure = d.spawned("srv" + MOST);
      afterFailure.expect("initialize");
      d.removed("1", "srv1");
      FakeServer afterRemoval = d.spawned("srv" + (MOST + 1));
      afterRemoval.expect("initialize");
      d.client.sync();
      assertThat(d.spawner("srv" + (MOST + 2)).noMore()).isTrue();
      d.timers.advance(Limits.PLACE_MILLIS);
      d.up("srv" + (MOST + 2), "t");
      d.listNow("2");
    }
  }

  @Test
  @DisplayName("those that hang give their places free after a while; the first list has the rest")
  void hangingFirst() {
    int n = 2 * MOST + 1;
    try (ManyDriver d = ManyDriver.connected(specs(n))) {
      d.list("1");
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MOST; i++) {
          d.spawned("srv" + (round * MOST + i)).expect("initialize");
        }
        d.client.sync();
        assertThat(d.spawner("srv" + (n - 1)).noMore()).isTrue();
        d.timers.advance(Limits.PLACE_MILLIS);
      }
      d.up("srv" + (n - 1), "t");
      assertThat(d.listed("1")).containsExactly("srv" + (n - 1) + "__t");
    }
  }

  @Test
  @DisplayName("a start keeps its place until the server has listed what it offers")
  void untilListed() {
    try (ManyDriver d = ManyDriver.connected(specs(MOST + 1))) {
      FakeServer first = d.spawned("srv0").handshake();
      for (int i = 1; i < MOST; i++) {
        d.spawned("srv" + i);
      }
      d.client.sync();
      assertThat(d.spawner("srv" + MOST).noMore()).isTrue();
      first.list("t");
      d.up("srv" + MOST, "t");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("a start that a call waits for needs no place")
  void demanded() {
    String last = "srv" + MOST;
    try (ManyDriver d = ManyDriver.connected(specs(MOST + 1))) {
      for (int i = 0; i < MOST; i++) {
        d.spawned("srv" + i);
      }
      d.client.call("1", last + "__t");
      FakeServer s = d.spawned(last).handshake();
      s.text(s.expectCall("t"), "here");
      assertThat(d.client.text("1")).isEqualTo("here");
      s.list("t");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("the first list waits while a server is built, and for its start after that")
  void listWaitsForABuild() {
    try (ManyDriver d = ManyDriver.connected(ManyDriver.unbuilt("alpha"), spec("beta"))) {
      FakeBuilder.FakeBuild build = d.builder("alpha").next();
      d.up("beta", "b");
      d.listWaits("1");
      d.timers.advance(2 * WAIT_MILLIS);
      d.client.waits("1");
      build.succeed();
      d.spawned("alpha");
      d.timers.advance(WAIT_MILLIS - 100);
      d.client.waits("1");
      d.timers.advance(100);
      assertThat(d.listed("1")).containsExactly("beta__b");
    }
  }

  @Test
  @DisplayName("but not for ever")
  void listWaitsNotForEver() {
    try (ManyDriver d = ManyDriver.connected(ManyDriver.unbuilt("alpha"), spec("beta"))) {
      d.builder("alpha").next();
      d.up("beta", "b");
      d.listWaits("1");
      d.timers.advance(Limits.MOST_WAITS * WAIT_MILLIS - 1);
      d.client.waits("1");
      d.timers.advance(1);
      assertThat(d.listed("1")).containsExactly("beta__b");
    }
  }

  @Test
  @DisplayName(
      "one that is stopped while it waits for its place does not start by itself; a"
          + " call starts it")
  void stoppedWhileWaiting() {
    String last = "srv" + MOST;
    try (ManyDriver d = ManyDriver.connected(specs(MOST + 1))) {
      assertThat(d.client.callForText("1", "stop_server", "{\"server\":\"" + last + "\"}"))
          .contains("was not running");
      for (int i = 0; i < MOST; i++) {
        d.up("srv" + i, "t");
      }
      assertThat(d.listNow("2")).hasSize(MOST);
      assertThat(d.spawner(last).noMore()).isTrue();
      d.client.call("3", last + "__t");
      FakeServer s = d.spawned(last).handshake();
      s.text(s.expectCall("t"), "here");
      assertThat(d.client.text("3")).isEqualTo("here");
      s.list("t");
      d.listChanged();
    }
  }

  @Test
  @DisplayName("nothing that waits for its place starts when Pitstop ends")
  void end() {
    ManyDriver d = ManyDriver.connected(specs(MOST + 2));
    for (int i = 0; i < MOST; i++) {
      d.spawned("srv" + i);
    }
    d.client.end();
    d.awaitEnd();
  }
}
