package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.LineSink;
import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What reaches a server whose stdin is being closed counts as delivered.
class ChildStdinTest {
  private static final byte[] CALL = "call".getBytes(StandardCharsets.UTF_8);

  private final LineSink server = new LineSink();
  private final AtomicInteger breaks = new AtomicInteger();

  /// As a process's stdin is: a buffer before the pipe.
  private final ChildStdin stdin = new ChildStdin(new BufferedOutputStream(server), 1);

  @Test
  @DisplayName("a call that is being written when stdin is closed is delivered, and counts so")
  void closedInBetween() {
    OutputStream closesInBetween =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            stdin.write(b);
          }

          @Override
          public void write(byte[] b, int from, int length) throws IOException {
            stdin.write(b, from, length);
            stdin.close();
          }

          @Override
          public void flush() throws IOException {
            stdin.flush();
          }
        };
    Outbox outbox =
        new Outbox("test", Outbox.Role.SERVER, closesInBetween, e -> breaks.incrementAndGet());
    long end = outbox.offer(Outgoing.of(CALL));
    outbox.flush(true);
    assertThat(Await.take("the call", server.lines())).isEqualTo("call");
    assertThat(outbox.begun(end, CALL.length)).isTrue();
  }

  @Test
  @DisplayName("what comes after the close is not delivered, and does not count so")
  void closedBefore() {
    stdin.close();
    Outbox outbox = new Outbox("test", Outbox.Role.SERVER, stdin, e -> breaks.incrementAndGet());
    long end = outbox.offer(Outgoing.of(CALL));
    outbox.flush(true);
    assertThat(outbox.begun(end, CALL.length)).isFalse();
    assertThat(breaks).hasValue(1);
    assertThat(server.lines()).isEmpty();
  }
}
