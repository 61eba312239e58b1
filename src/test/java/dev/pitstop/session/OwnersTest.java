package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Owners;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// M3: what is remembered of resources that nobody lists, and were found by asking.
class OwnersTest {
  private static Owners owners(ManyDriver d) {
    return new Owners(d.many().members().all(), d.many().members()::find, uri -> {});
  }

  @Test
  @DisplayName("M5: nothing is remembered of a server that was removed")
  void removed() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      Member alpha = d.member("alpha");
      d.turn(() -> {
        Owners owners = owners(d);
        owners.shown("x:asked for again", new Owners.Owned(alpha, "x:asked for again"));
        owners.shown("x:not asked for", new Owners.Owned(alpha, "x:not asked for"));
        assertThat(owners.resource("x:asked for again")).isPresent();
        owners.removed(alpha);
        assertThat(owners.resource("x:asked for again")).isEmpty();
        assertThat(owners.resource("x:not asked for")).isEmpty();
      });
    }
  }

  @Test
  @DisplayName("M5: … nor where calls of its tools went")
  void removedAfterCalls() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      Member alpha = d.member("alpha");
      List<Member> all = new ArrayList<>(List.of(alpha));
      Owners owners = new Owners(all, name -> all.stream().findFirst(), uri -> {});
      d.turn(() -> {
        assertThat(owners.callable("alpha__a")).isPresent();
        all.clear();
        owners.removed(alpha);
        assertThat(owners.callable("alpha__a")).isEmpty();
      });
    }
  }

  @Test
  @DisplayName("M5: … nor if it answers in its last moments")
  void removedBefore() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      Member alpha = d.member("alpha");
      d.servers().remove("alpha", () -> {});
      d.turn(() -> {
        Owners owners = owners(d);
        owners.shown("x:y", new Owners.Owned(alpha, "x:y"));
        assertThat(owners.resource("x:y")).isEmpty();
      });
    }
  }

  @Test
  @DisplayName("M7: a client that reads ever other resources fills no memory")
  void bounded() {
    try (ManyDriver d = ManyDriver.connected(spec("alpha"))) {
      d.up("alpha");
      Member alpha = d.member("alpha");
      d.turn(() -> {
        Owners owners = owners(d);
        for (int i = 0; i <= 1_000; i++) {
          owners.shown("x:" + i, new Owners.Owned(alpha, "x:" + i));
        }
        assertThat(owners.resource("x:0")).as("the oldest").isEmpty();
        assertThat(owners.resource("x:1000")).as("the newest").isPresent();
        String large = "x:" + "y".repeat(100_000);
        owners.shown(large, new Owners.Owned(alpha, large));
        assertThat(owners.resource(large)).as("a long one").isEmpty();
      });
    }
  }
}
