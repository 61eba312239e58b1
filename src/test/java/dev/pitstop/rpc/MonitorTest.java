package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.harness.Await;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Turns, and when what they offered leaves.
class MonitorTest {
  private final Writes toClient = new Writes();
  private final Writes toServer = new Writes();
  private final Outbox client = new Outbox("client", Outbox.Role.CLIENT, toClient, e -> {});
  private final Outbox server = new Outbox("server", Outbox.Role.SERVER, toServer, e -> {});
  private final Monitor monitor = new Monitor();
  private final Monitor.Unflushed reader = new Monitor.Unflushed();

  /// What was written, a string for each write.
  private static final class Writes extends OutputStream {
    private final List<String> all = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> writers = Collections.synchronizedList(new ArrayList<>());
    private Runnable onWrite = () -> {};

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      onWrite.run();
      all.add(new String(bytes, from, length, StandardCharsets.UTF_8));
      writers.add(Thread.currentThread());
    }
  }

  private static Outgoing message(String text) {
    return Outgoing.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private void burst(String text) {
    monitor.turnUnflushed(
        reader,
        () -> {
          monitor.offer(client, message(text));
          monitor.offer(server, message(text));
        });
  }

  /// A turn of a server's reader that flushes at once.
  private void readersTurn(Runnable body) {
    monitor.turnUnflushed(reader, body);
    monitor.flush(reader, true);
  }

  @Test
  @DisplayName("what an ordinary turn offered leaves with it")
  void turn() {
    monitor.turn(() -> monitor.offer(server, message("a")));
    assertThat(toServer.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("what a nested turn offered leaves with the outer one")
  void nested() {
    monitor.turn(() -> {
      monitor.turn(() -> monitor.offer(server, message("a")));
      assertThat(toServer.all).isEmpty();
    });
    assertThat(toServer.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("a burst leaves in one write for each peer, when the reader flushes")
  void burst() {
    burst("a");
    burst("b");
    assertThat(toClient.all).isEmpty();
    assertThat(toServer.all).isEmpty();
    monitor.flush(reader, true);
    assertThat(toClient.all).containsExactly("a\nb\n");
    assertThat(toServer.all).containsExactly("a\nb\n");
    monitor.flush(reader, true);
    assertThat(toClient.all).hasSize(1);
  }

  @Test
  @DisplayName("a writer thread that begins late writes nothing of a turn that goes on")
  void lateWriter() {
    for (int i = 0; i < 200; i++) {
      Writes sink = new Writes();
      Outbox fresh = new Outbox("fresh", Outbox.Role.CLIENT, sink, e -> {});
      readersTurn(() -> {
        monitor.offer(fresh, message("a"));
        CompletableFuture.runAsync(() -> {}, t -> Thread.ofPlatform().start(t)).join();
        monitor.offer(fresh, message("b"));
      });
      assertThat(sink.all).containsExactly("a\nb\n");
      fresh.discard();
    }
  }

  @Test
  @DisplayName("what a burst offered leaves with an ordinary turn to the same peer, in order")
  void burstThenTurn() {
    burst("a");
    monitor.turn(() -> monitor.offer(server, message("b")));
    assertThat(toServer.all).containsExactly("a\nb\n");
  }

  @Test
  @DisplayName("what was offered before a turn failed leaves all the same")
  void failing() {
    assertThatThrownBy(() ->
            monitor.turn(() -> {
              monitor.offer(server, message("a"));
              throw new IllegalStateException("a defect");
            }))
        .hasMessage("a defect");
    assertThat(toServer.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("several clients; only the reader of a server writes to them itself")
  void severalClients() {
    Writes toOther = new Writes();
    Outbox other = new Outbox("other client", Outbox.Role.CLIENT, toOther, e -> {});
    readersTurn(() -> {
      monitor.offer(other, message("a"));
      monitor.offer(client, message("b"));
      monitor.offer(other, message("c"));
    });
    assertThat(toOther.all).containsExactly("a\nc\n");
    assertThat(toClient.all).containsExactly("b\n");
    assertThat(toOther.writers).containsExactly(Thread.currentThread());
    monitor.turn(() -> monitor.offer(other, message("d")));
    Await.until("the writer thread", () -> toOther.writers.size() == 2);
    assertThat(toOther.writers.getLast()).isNotEqualTo(Thread.currentThread());
  }

  @Test
  @DisplayName("a client that does not read does not keep what a server is told")
  void serversFirst() {
    toClient.onWrite = () -> assertThat(toServer.all).containsExactly("to the server\n");
    readersTurn(() -> {
      monitor.offer(client, message("to the client"));
      monitor.offer(server, message("to the server"));
    });
    assertThat(toClient.all).hasSize(1);
  }

  /// A thread that waits for its turn while this one is in its own.
  private Thread waits(Runnable body) {
    Thread[] polite = new Thread[1];
    monitor.turn(() -> {
      polite[0] = Thread.ofPlatform().start(() -> monitor.turn(body));
      Await.until("a thread waits", () -> polite[0].getState() == Thread.State.WAITING);
    });
    return polite[0];
  }

  @Test
  @DisplayName("who waits for a turn gets the next one, whatever the others still want")
  void fair() {
    List<String> turns = Collections.synchronizedList(new ArrayList<>());
    Thread polite = waits(() -> turns.add("ping"));
    for (int i = 0; i < 100; i++) {
      monitor.turn(() -> turns.add("flood"));
    }
    Await.until("the end", () -> !polite.isAlive());
    assertThat(turns.indexOf("ping")).isZero();
    assertThat(turns).hasSize(101);
  }

  @Test
  @DisplayName("readers go before one who waits a few times, and no more")
  void readersFirst() {
    for (int i = 0; i < 10_000; i++) {
      monitor.turnUnflushed(reader, () -> {}); // soon as fast as it gets
    }
    for (int round = 0; round < 20; round++) { // the one that waits may be as quick now and then
      List<String> turns = Collections.synchronizedList(new ArrayList<>());
      Thread polite = waits(() -> turns.add("ping"));
      for (int i = 0; i < 1_000; i++) {
        monitor.turnUnflushed(reader, () -> turns.add("flood"));
      }
      Await.until("the end", () -> !polite.isAlive());
      assertThat(turns.indexOf("ping")).isLessThanOrEqualTo(Monitor.MOST_BEFORE);
      assertThat(turns).hasSize(1_001);
    }
  }

  @Test
  @DisplayName("what a reader has not flushed is flushed at its end by another")
  void endOfReader() {
    burst("a");
    monitor.flush(reader, false);
    Await.until("the writers", () -> toClient.all.size() + toServer.all.size() == 2);
    monitor.flush(reader, true);
    assertThat(toClient.all).containsExactly("a\n");
  }

  @Test
  @DisplayName("what needs a turn is refused outside of one, in production too")
  void outside() {
    assertThatThrownBy(monitor::check).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> monitor.offer(client, message("a")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(client.pendingBytes()).isZero();
  }
}
