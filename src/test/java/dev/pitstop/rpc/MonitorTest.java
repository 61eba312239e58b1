package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.rpc.Monitor.By;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Turns, and when what they offered leaves (F4, S1).
class MonitorTest {
  private final Writes toClient = new Writes();
  private final Writes toServer = new Writes();
  private final Outbox client = new Outbox("client", Outbox.Role.CLIENT, toClient, e -> {});
  private final Outbox server = new Outbox("server", Outbox.Role.SERVER, toServer, e -> {});
  private final Monitor monitor = new Monitor(client);

  /// What was written, a string for each write.
  private static final class Writes extends OutputStream {
    private final List<String> all = new ArrayList<>();

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      all.add(new String(bytes, from, length, StandardCharsets.UTF_8));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void burst(String text) {
    monitor.turnInBurst(
        By.SERVER_READER,
        () -> {
          monitor.toClient(bytes(text));
          monitor.toServer(server, bytes(text));
        });
  }

  @Test
  @DisplayName("F4: what an ordinary turn offered leaves with it")
  void turn() {
    monitor.turn(By.SERVER_READER, () -> monitor.toClient(bytes("a")));
    assertThat(toClient.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("F4: what a nested turn offered leaves with the outer one")
  void nested() {
    monitor.turn(
        By.SERVER_READER,
        () -> {
          monitor.turn(By.OTHER, () -> monitor.toClient(bytes("a")));
          assertThat(toClient.all).isEmpty();
        });
    assertThat(toClient.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("S1: a burst leaves in one write for each peer, when the reader flushes")
  void burst() {
    burst("a");
    burst("b");
    assertThat(toClient.all).isEmpty();
    assertThat(toServer.all).isEmpty();
    monitor.flush(By.SERVER_READER);
    assertThat(toClient.all).containsExactly("a\nb\n");
    assertThat(toServer.all).containsExactly("a\nb\n");
    monitor.flush(By.SERVER_READER);
    assertThat(toClient.all).hasSize(1);
  }

  @Test
  @DisplayName("F4: a burst that does not end is not kept for ever")
  void longBurst() {
    for (int i = 0; i < 1000; i++) {
      burst("x");
    }
    assertThat(toClient.all.size()).isGreaterThan(10);
  }

  @Test
  @DisplayName("an ordinary turn of the same kind takes the burst along, in order")
  void burstThenTurn() {
    burst("a");
    monitor.turn(By.SERVER_READER, () -> monitor.toClient(bytes("b")));
    assertThat(toClient.all).containsExactly("a\nb\n");
  }

  @Test
  @DisplayName("what was offered before a turn failed leaves all the same")
  void failing() {
    assertThatThrownBy(() ->
            monitor.turn(
                By.SERVER_READER,
                () -> {
                  monitor.toClient(bytes("a"));
                  throw new IllegalStateException("a defect");
                }))
        .hasMessage("a defect");
    assertThat(toClient.all).containsExactly("a\n");
  }
}
