package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `ping` is a method of the legacy revisions only.
@ExtendWith(Sessions.class)
class PingTest {
  private static final String META =
      "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}";

  @Test
  @DisplayName("a modern `ping` is refused at once: its revision has none")
  void modern(SessionDriver d) {
    d.connect("a");
    assertThat(Json.at(d.requestForError("1", "ping", META), "code").getAsInt()).isEqualTo(-32601);
    assertThat(d.requestForResult("2", "ping", "{}")).hasToString("{}");
  }

  @Test
  @DisplayName("while no server serves, a modern `ping` is refused at once and starts none")
  void nobodyServes(SessionDriver d) {
    d.crash(d.connect("a"), 1);
    assertThat(Json.at(d.requestForError("1", "ping", META), "code").getAsInt()).isEqualTo(-32601);
    assertThat(d.requestForResult("2", "ping", "{}")).hasToString("{}");
  }
}
