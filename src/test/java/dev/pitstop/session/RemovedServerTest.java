package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The words for a server that was removed, where nothing can add it again.
class RemovedServerTest {
  @Test
  @DisplayName("a call that it had, and one that waited for it, are told that it was removed")
  void removed() {
    try (ManyDriver d = new ManyDriver(tool -> !tool.equals("add_server"), spec("alpha"))) {
      d.initialize();
      FakeServer server = d.upAndListed("alpha", "slow");
      d.client.callTo(server, "1", "alpha__slow");
      d.remove("2", "alpha");
      assertThat(d.client.failure("1"))
          .contains("got no answer: server `alpha` was removed (spawn #1")
          .contains("may have taken effect")
          .endsWith("It takes no more calls.");
      d.client.text("2");
      d.listChanged();
    }
    try (ManyDriver d = new ManyDriver(tool -> !tool.equals("add_server"), spec("alpha"))) {
      d.initialize();
      d.spawned("alpha");
      d.client.call("1", "alpha__slow");
      d.client.waits("1");
      d.remove("2", "alpha");
      assertThat(d.client.failure("1"))
          .contains("was not sent: server `alpha` was removed. It takes no more calls.")
          .doesNotContain("starts it");
      d.client.text("2");
    }
  }
}
