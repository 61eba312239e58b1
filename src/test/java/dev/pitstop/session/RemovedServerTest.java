package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.rpc.Monitor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The words for a server that was taken out of the hub.
class RemovedServerTest {
  @Test
  @DisplayName("M1: a call that it had, and one that comes too late, are told that it was removed")
  void removed() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer server = d.connect("slow");
      d.call("1", "slow");
      server.expectCall("slow");
      d.session
          .monitor()
          .turn(Monitor.By.OTHER, () -> d.backend().stop(StopReason.REMOVED, () -> {}));
      assertThat(d.text("1"))
          .contains("got no answer: server `fake` was removed (spawn #1")
          .contains("may have taken effect")
          .endsWith("It takes no more calls.");
      d.awaitState("stopped");
      d.call("2", "slow");
      assertThat(d.text("2"))
          .contains("was not sent: server `fake` was removed. It takes no more calls.")
          .doesNotContain("starts it");
    }
  }
}
