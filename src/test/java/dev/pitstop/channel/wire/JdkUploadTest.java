package dev.pitstop.channel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.http.Proxies;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("nothing keeps a long request once it was sent, its connection least of all")
class JdkUploadTest {
  @Test
  @DisplayName("It arrives as it is, and its bytes are garbage while the connection is kept")
  void letGo() throws Exception {
    Proxies none = new Proxies(variable -> Optional.empty());
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
        JdkWire wire = new JdkWire(none.selector(), false, Optional.empty())) {
      String text = "x".repeat(1_000_000);
      WeakReference<byte[]> sent = send(daemon, wire, text);
      assertThat(daemon.requests().getFirst().text().equals(ping(text))).isTrue();
      Await.until(
          "the bytes are let go",
          () -> {
            System.gc();
            return sent.refersTo(null);
          });
      send(daemon, wire, "y");
      assertThat(daemon.connections()).as("the connection was kept").isEqualTo(1);
    }
  }

  private static String ping(String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"" + text + "\"}}";
  }

  private static WeakReference<byte[]> send(ScriptedDaemon daemon, JdkWire wire, String text)
      throws Exception {
    byte[] bytes = ping(text).getBytes(StandardCharsets.UTF_8);
    try (Wire.Answer answer =
        wire.send(
            new Wire.Ask("POST", daemon.url(), List.of(), Optional.of(bytes), Optional.empty()))) {
      answer.body().readAllBytes();
    }
    return new WeakReference<>(bytes);
  }
}
