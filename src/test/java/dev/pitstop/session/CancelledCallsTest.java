package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Of calls that the client has cancelled nothing is left, in whatever number: no place in a table,
/// no byte of the budget, no timer, and nothing that the heap has to keep.
class CancelledCallsTest {
  private static final int MANY = 2_000; // more than a server has places

  /// Room for all of them.
  private static SessionDriver roomy() {
    return new SessionDriver(Setup.PLAIN.holding(MANY));
  }

  private static int held(SessionDriver d) {
    return d.server().held();
  }

  private static long kept(SessionDriver d) {
    return d.server().kept();
  }

  @Test
  @DisplayName("2,000 calls that waited for a server that starts, cancelled newest first")
  void held() {
    try (SessionDriver d = roomy()) {
      FakeServer s = d.begin();
      JsonObject greeting = s.expect("initialize");
      d.sync();
      long kept = kept(d);
      int timers = d.timers.count();
      for (int i = 0; i < MANY; i++) {
        d.call("" + i, "a", "{\"n\":" + i + "}");
      }
      d.sync();
      assertThat(held(d)).isEqualTo(MANY);
      assertThat(kept(d)).isGreaterThan(kept + MANY);
      for (int i = MANY - 1; i >= 0; i--) {
        d.cancel("" + i);
      }
      d.sync();
      assertThat(held(d)).isZero();
      assertThat(kept(d)).as("bytes in the budget").isLessThanOrEqualTo(kept);
      assertThat(d.timers.count()).as("timers").isEqualTo(timers);
      s.greeted(greeting, "{\"tools\":{}}");
      d.result("\"init\"");
      d.initialized(s, "a");
      Await.until("an empty budget, as nothing is under way", () -> kept(d) == 0);
      assertThat(d.nothingIsOpen()).as("no open request").isTrue();
      d.servedBy(s, "\"after\"", "a", "the first call that it gets");
    }
  }

  @Test
  @DisplayName("2,000 calls that a server was given and never answers: a bounded number of places")
  void inFlight() {
    try (SessionDriver d = roomy()) {
      FakeServer s = d.connect("a");
      int timers = d.timers.count();
      for (int i = 0; i < MANY; i++) {
        d.call("" + i, "a", "{\"n\":" + i + "}");
        d.cancel("" + i);
        s.expectCall("a");
        s.expect("notifications/cancelled");
      }
      d.sync();
      Await.until("a bounded budget", () -> kept(d) <= 1_000L * 256); // the last was just written
      assertThat(kept(d)).as("places of 256 bytes").isEqualTo(1_000L * 256);
      assertThat(d.nothingIsOpen()).as("no open request").isTrue();
      d.crash(s, 1);
      Await.until("an empty budget after its end", () -> kept(d) == 0);
      assertThat(d.timers.count()).as("timers").isEqualTo(timers);
    }
  }
}
