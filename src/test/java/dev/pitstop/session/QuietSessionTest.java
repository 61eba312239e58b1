package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Begun;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a session waits for that is up and idle: nothing, as each look later would cost a thread
/// and memory.
@ExtendWith(Sessions.class)
class QuietSessionTest {
  @Test
  @DisplayName("once `initialize` is answered, nothing waits for its answer any more")
  void legacy(SessionDriver d, @Begun FakeServer s) {
    d.awaitTimer(SessionDriver.HANDSHAKE_MILLIS);
    d.greeted(s);
    d.sync();
    assertThat(d.timers.has(SessionDriver.HANDSHAKE_MILLIS)).isFalse();
    d.initialized(s, "a");
    d.sync();
    assertThat(d.timers.none()).isTrue();
  }

  @Test
  @DisplayName("nor once it is refused, or asked again")
  void refused(SessionDriver d, @Begun FakeServer s) {
    JsonObject first = s.expect("initialize");
    d.request("2", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
    d.error("\"init\"");
    d.sync();
    s.refuse(first, -32602, "no");
    s.refuse(s.expect("initialize"), -32602, "no");
    s.refuse(s.expect("server/discover"), -32601, "unknown");
    d.error("2");
    d.sync();
    assertThat(d.timers.has(SessionDriver.HANDSHAKE_MILLIS)).isFalse();
  }

  @Test
  @DisplayName("once `server/discover` is answered, nothing waits for its answer any more")
  void modern(SessionDriver d) {
    d.request("1", "server/discover", "{\"_meta\":{" + ManyWire.META + "}}");
    FakeServer s = d.spawned();
    d.awaitTimer(SessionDriver.HANDSHAKE_MILLIS);
    s.answer(s.expect("server/discover"), "{\"resultType\":\"complete\",\"capabilities\":{}}");
    d.result("1");
    d.sync();
    assertThat(d.timers.has(SessionDriver.HANDSHAKE_MILLIS)).isFalse();
  }

  @Test
  @DisplayName("the run that was to be looked at crashes first: the next one is looked at")
  void crashBeforeTheLook() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().watching())) {
      FakeServer s = d.connect("a");
      d.awaitTimer(Limits.STALE_MILLIS);
      d.timers.advance(Limits.STALE_MILLIS - 1);
      d.crash(s, 1);
      d.timers.advance(1);
      assertThat(d.timers.has(Limits.STALE_MILLIS)).isFalse();
      FakeServer next = d.callStarting("1", "a").comeUp("a");
      d.awaitTimer(Limits.STALE_MILLIS);
      next.text(next.expectCall("a"), "served");
      assertThat(d.text("1")).contains("served");
    }
  }
}
