package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Crashed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `ping` is a method of the legacy revisions only.
@ExtendWith(Sessions.class)
class PingTest {
  private static final String META =
      "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}";

  @Test
  @DisplayName("while no server serves, a modern `ping` is refused at once and starts none")
  void nobodyServes(@Crashed("a") SessionDriver d) {
    assertThat(d.requestForCode("1", "ping", META)).isEqualTo(-32601);
    assertThat(d.requestForResult("2", "ping", "{}")).hasToString("{}");
  }
}
