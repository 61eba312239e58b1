package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.LineSink;
import dev.pitstop.harness.Await;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The one way out to a peer: order, who may write, what becomes of a peer that does not read or is
/// gone.
class OutboxTest {
  private static final int SURE_ROOM = 4096;

  private final LineSink sink = new LineSink();
  private final AtomicInteger breaks = new AtomicInteger();
  private final Outbox outbox =
      new Outbox("test", Outbox.Role.CLIENT, sink, e -> breaks.incrementAndGet());

  /// Who writes: the thread that flushes, that one if there surely is room, or the writer thread.
  enum Way {
    DIRECT(Outbox.Role.CLIENT, true),
    IF_ROOM(Outbox.Role.SERVER, true),
    LATER(Outbox.Role.CLIENT, false);

    private final Outbox.Role role;
    private final boolean mayBlock;

    Way(Outbox.Role role, boolean mayBlock) {
      this.role = role;
      this.mayBlock = mayBlock;
    }
  }

  private static Outgoing bytes(String text) {
    return Outgoing.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Outgoing bytes(int length) {
    return Outgoing.of(new byte[length]);
  }

  private String next() {
    return Await.take("a line", sink.lines());
  }

  @Test
  @DisplayName(
      "a virtual thread that is interrupted while it has something to say closes no stdout")
  void interrupted(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("stdout");
    try (FileOutputStream stdout = new FileOutputStream(file.toFile())) {
      Outbox toFile =
          new Outbox(
              "file",
              Outbox.Role.CLIENT,
              new Patience.Output(stdout),
              e -> breaks.incrementAndGet());
      Thread.ofVirtual()
          .start(() -> {
            toFile.offer(bytes("first"));
            Thread.currentThread().interrupt(); // its session with a daemon is over
            toFile.flush(true);
          })
          .join();
      Await.until("it to have left", () -> toFile.pendingBytes() == 0);
      toFile.offer(bytes("second"));
      toFile.flush(true);
      Await.until("that to have left", () -> toFile.pendingBytes() == 0);
      assertThat(breaks).hasValue(0);
      assertThat(Files.readString(file)).isEqualTo("first\nsecond\n");
      toFile.close(1_000);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  @DisplayName("messages leave in order, one a line, whoever writes")
  void order(Way how) {
    Outbox out = new Outbox("test", how.role, sink, e -> breaks.incrementAndGet());
    for (int i = 0; i < 200; i++) {
      out.offer(bytes("m" + i));
      if (i % 7 == 0) {
        out.flush(how.mayBlock);
      }
    }
    out.flush(how.mayBlock);
    for (int i = 0; i < 200; i++) {
      assertThat(next()).isEqualTo("m" + i);
    }
    Await.until("all to have left", () -> out.pendingBytes() == 0);
  }

  @Test
  @DisplayName("a message larger than the batch leaves whole, in its place")
  void large() {
    String large = "x".repeat(200_000);
    outbox.offer(bytes("before"));
    outbox.offer(bytes(large));
    outbox.offer(bytes("after"));
    outbox.flush(true);
    assertThat(List.of(next(), next(), next())).isEqualTo(List.of("before", large, "after"));
  }

  @ParameterizedTest
  @EnumSource(Outbox.Role.class)
  @DisplayName(
      "of many threads with all ways to flush nothing is lost or torn, each one's order is kept")
  void manyThreads(Outbox.Role role) {
    Outbox out = new Outbox("test", role, sink, e -> breaks.incrementAndGet());
    int threads = 6;
    int each = 500;
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String name = "t" + t + ":";
      boolean mayBlock = t % 2 == 0;
      all.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < each; i++) {
                  out.acknowledge(out.offer(bytes(name + i)));
                  out.flush(mayBlock);
                }
              }));
    }
    int[] seen = new int[threads];
    for (int i = 0; i < threads * each; i++) {
      String line = next();
      int t = line.charAt(1) - '0';
      assertThat(line).isEqualTo("t" + t + ":" + seen[t]++);
    }
    all.forEach(t -> Await.until("a thread's end", () -> !t.isAlive()));
    assertThat(sink.lines()).isEmpty();
  }

  @Test
  @DisplayName("towards a server nobody waits for a peer that does not read")
  void ifRoomWithStuckSink() {
    Outbox server = new Outbox("test", Outbox.Role.SERVER, sink, e -> breaks.incrementAndGet());
    sink.stick();
    server.offer(bytes("x".repeat(SURE_ROOM)));
    server.flush(true);
    Await.until("the writer to be stuck", sink::writing);
    server.offer(bytes("y"));
    server.flush(true);
    server.flush(true); // somebody is writing already
    assertThat(server.pendingBytes()).isEqualTo(SURE_ROOM + 1 + 2);
    sink.release();
    assertThat(List.of(next(), next())).isEqualTo(List.of("x".repeat(SURE_ROOM), "y"));
  }

  /// A pipe that notes who writes, and checks that the flushing thread stays within the sure room.
  private static final class WatchedPipe extends OutputStream {
    final int room;
    final Thread caller = Thread.currentThread();
    long most; // that the caller had in it
    final BlockingQueue<Integer> byOthers = new LinkedBlockingQueue<>();
    Runnable onFirstWrite = () -> {};
    private long total;
    volatile long acknowledged; // set by the caller, read by whoever writes

    WatchedPipe(int room) {
      this.room = room;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] b, int from, int length) {
      total += length;
      if (Thread.currentThread().equals(caller)) {
        assertThat(total - acknowledged).isLessThanOrEqualTo(room);
        most = Math.max(most, total - acknowledged);
      } else {
        byOthers.add(length);
      }
      Runnable first = onFirstWrite;
      onFirstWrite = () -> {};
      first.run();
    }
  }

  @Test
  @DisplayName(
      "towards a server the caller never has more unacknowledged in the pipe than certainly fits")
  void sureRoom() {
    Random random = new Random(7);
    WatchedPipe pipe = new WatchedPipe(SURE_ROOM);
    Outbox out = new Outbox("test", Outbox.Role.SERVER, pipe, e -> breaks.incrementAndGet());
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      ends.add(out.offer(bytes(random.nextInt(1_500))));
      out.flush(true);
      if (random.nextInt(3) == 0) {
        long end = ends.get(random.nextInt(ends.size()));
        Await.until("the bytes to have left", () -> out.begun(end, 0));
        pipe.acknowledged = Math.max(pipe.acknowledged, end);
        out.acknowledge(end);
      }
    }
    Await.until("all to have left", () -> out.pendingBytes() == 0);
    assertThat(breaks).hasValue(0);
    assertThat(pipe.most).isGreaterThan(pipe.room - 1_500);
  }

  @Test
  @DisplayName("what is offered meanwhile and has no sure room is handed over to the writer thread")
  void handOver() {
    WatchedPipe pipe = new WatchedPipe(SURE_ROOM);
    Outbox out = new Outbox("test", Outbox.Role.SERVER, pipe, e -> breaks.incrementAndGet());
    pipe.onFirstWrite = () -> out.offer(bytes(SURE_ROOM));
    out.offer(bytes("small"));
    out.flush(true);
    assertThat(Await.take("a write of another thread", pipe.byOthers)).isEqualTo(SURE_ROOM + 1);
  }

  @Test
  @DisplayName("what began to leave, and what surely did not")
  void begun() {
    long first = outbox.offer(bytes("first"));
    assertThat(outbox.begun(first, 5)).isFalse();
    outbox.flush(true);
    long second = outbox.offer(bytes("second"));
    assertThat(outbox.begun(first, 5)).isTrue();
    assertThat(outbox.begun(second, 6)).isFalse();
    outbox.discard();
  }

  @Test
  @DisplayName(
      "a peer that is gone: told once, a small failed write left nothing, later offers go nowhere")
  void broken() {
    sink.shatter();
    long end = outbox.offer(bytes("lost"));
    outbox.flush(true);
    assertThat(breaks).hasValue(1);
    assertThat(outbox.begun(end, 4)).isFalse();
    outbox.offer(bytes("later"));
    outbox.flush(true);
    outbox.flush(false);
    assertThat(breaks).hasValue(1);
    assertThat(outbox.pendingBytes()).isZero();
    assertThat(sink.lines()).isEmpty();
  }

  @Test
  @DisplayName("of a large failed write nobody knows how much left")
  void brokenLarge() {
    sink.shatter();
    long end = outbox.offer(bytes(SURE_ROOM));
    outbox.flush(true);
    assertThat(outbox.begun(end, SURE_ROOM)).isTrue();
  }

  enum Rescue {
    READS,
    BREAKS,
    DISCARDED
  }

  @ParameterizedTest
  @EnumSource(Rescue.class)
  @DisplayName("awaitRoom waits for a slow peer, until it reads, breaks or is discarded")
  void awaitRoom(Rescue rescue) {
    sink.stick();
    outbox.offer(bytes(10_000));
    Thread waiting = Thread.ofPlatform().start(() -> awaitRoom(5_000));
    Await.until("back pressure", () -> waiting.getState() == Thread.State.WAITING);
    switch (rescue) {
      case READS -> sink.release();
      case BREAKS -> sink.shatter();
      case DISCARDED -> outbox.discard();
    }
    Await.until("room", () -> !waiting.isAlive());
    sink.release();
  }

  @Test
  @DisplayName("many who wait for the same slow peer let each other sleep")
  void manyAwaitRoom() {
    sink.stick();
    outbox.offer(bytes(10_000));
    outbox.flush(false);
    Await.until("a stuck write", sink::writing);
    List<Thread> waiting = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int all = i;
      waiting.add(Thread.ofPlatform().start(() -> awaitRoom(5_000)));
      Await.until("one more that waits", () -> waits(waiting) >= all);
    }
    Await.until(
        "back pressure",
        () -> waiting.stream().allMatch(t -> t.getState() == Thread.State.WAITING));
    assertThat(waits(waiting)).isLessThanOrEqualTo(8); // some to spare
    sink.release();
    Await.until("room", () -> waiting.stream().noneMatch(Thread::isAlive));
  }

  /// How often these threads have begun to wait.
  private static long waits(List<Thread> threads) {
    return threads.stream()
        .mapToLong(
            t -> ManagementFactory.getThreadMXBean().getThreadInfo(t.threadId()).getWaitedCount())
        .sum();
  }

  private void awaitRoom(long limit) {
    try {
      outbox.awaitRoom(limit);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("close lets all leave that was offered, then takes no more")
  void close() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      outbox.offer(bytes("m" + i));
    }
    outbox.close(10_000);
    assertThat(sink.lines()).hasSize(100);
    outbox.offer(bytes("late"));
    outbox.flush(true);
    assertThat(sink.lines()).hasSize(100);
  }

  @Test
  @DisplayName("close gives up at its limit on a peer that does not read")
  void closeLimit() throws InterruptedException {
    sink.stick();
    outbox.offer(bytes("stuck"));
    outbox.close(20);
    assertThat(outbox.pendingBytes()).isPositive();
    sink.release();
    assertThat(next()).isEqualTo("stuck");
  }

  @Test
  @DisplayName("the sink's exception reaches the handler of the thread that wrote")
  void handlerOfTheWriter() {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    Outbox out = new Outbox("named", Outbox.Role.CLIENT, sink, e -> told.add(describe(e)));
    sink.shatter();
    out.offer(bytes("x"));
    out.flush(false);
    assertThat(Await.take("the report", told)).isEqualTo("Broken pipe on named writer");
  }

  private static String describe(IOException e) {
    return e.getMessage() + " on " + Thread.currentThread().getName();
  }

  /// A sink that notes each write and who did it, and does something at the first one.
  private static final class Notes extends OutputStream {
    final ByteArrayOutputStream all = new ByteArrayOutputStream(); // guarded by this
    final List<Integer> byCaller = new ArrayList<>(); // guarded by this
    final List<Integer> byOthers = new ArrayList<>(); // guarded by this
    final Thread caller = Thread.currentThread();
    Runnable onFirstWrite = () -> {};

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] b, int from, int length) {
      Runnable first = onFirstWrite;
      onFirstWrite = () -> {};
      first.run();
      synchronized (this) {
        all.write(b, from, length);
        (Thread.currentThread().equals(caller) ? byCaller : byOthers).add(length);
      }
    }

    synchronized int sum(List<Integer> writes) {
      return writes.stream().mapToInt(Integer::intValue).sum();
    }
  }

  private static Outbox towardsClient(Notes notes) {
    return new Outbox("client", Outbox.Role.CLIENT, notes, e -> {});
  }

  @Test
  @DisplayName("no write is larger than 64 KiB; the line break is part of the last")
  void largeInPieces() {
    Notes notes = new Notes();
    Outbox out = towardsClient(notes);
    Outgoing large = bytes("x".repeat(200_000));
    out.offer(large);
    out.flush(true);
    assertThat(notes.byCaller).containsExactly(65_536, 65_536, 65_536, 200_001 - 3 * 65_536);
    assertThat(notes.all.toString(StandardCharsets.UTF_8)).isEqualTo("x".repeat(200_000) + "\n");
    assertThat(out.pendingBytes()).isZero();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.pitstop.rpc.JsonGenerator#seeds")
  @DisplayName("messages of any size and in any pieces leave byte for byte")
  void anyPieces(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      Notes notes = new Notes();
      Outbox out = towardsClient(notes);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        byte[] text = new byte[Writes.MOST + 10];
        random.nextBytes(text);
        List<Outgoing.Piece> pieces = new ArrayList<>();
        for (int p = random.nextInt(5); p > 0; p--) {
          // At the borders there is most to go wrong.
          int length =
              random.nextBoolean()
                  ? random.nextInt(100)
                  : Math.max(0, Writes.MOST - random.nextInt(5) + 2);
          int from = random.nextInt(text.length - length);
          pieces.add(new Outgoing.Piece(text, from, from + length));
          expected.write(text, from, length);
        }
        expected.write('\n');
        Outgoing message = Outgoing.of(pieces);
        out.offer(message);
        if (random.nextInt(3) == 0) {
          out.flush(true);
        }
      }
      out.flush(true);
      Await.until("all to have left", () -> out.pendingBytes() == 0);
      synchronized (notes) {
        assertThat(notes.all.toByteArray()).isEqualTo(expected.toByteArray());
        assertThat(notes.byCaller).allMatch(n -> n <= Writes.MOST);
      }
    }
  }

  @Test
  @DisplayName("who writes for others stops at the quantum, in the middle of a message too")
  void quantum() {
    Notes notes = new Notes();
    Outbox out = towardsClient(notes);
    int floods = 8;
    Outgoing flood = bytes(100_000);
    notes.onFirstWrite =
        () -> {
          for (int i = 0; i < floods; i++) {
            out.offer(flood);
          }
        };
    out.offer(bytes("polite"));
    out.flush(true);
    Await.until("all to have left", () -> out.pendingBytes() == 0);
    assertThat(notes.sum(notes.byCaller)).isBetween(Outbox.QUANTUM, Outbox.QUANTUM + Writes.MOST);
    assertThat(notes.sum(notes.byOthers))
        .isEqualTo(7 + floods * 100_001 - notes.sum(notes.byCaller));
  }

  @Test
  @DisplayName("of a large message that broke off it is known that it began")
  void brokenInTheMiddle() {
    LineSink breaking = new LineSink();
    Notes notes = new Notes();
    OutputStream pipe =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            breaking.write(b);
          }

          @Override
          public void write(byte[] b, int from, int length) throws IOException {
            breaking.write(b, from, length);
            notes.write(b, from, length);
            breaking.shatter();
          }
        };
    Outbox out = new Outbox("peer", Outbox.Role.CLIENT, pipe, e -> breaks.incrementAndGet());
    long large = out.offer(bytes(Writes.MOST + 10));
    long next = out.offer(bytes("next"));
    out.flush(true);
    assertThat(breaks).hasValue(1);
    assertThat(notes.byCaller).containsExactly(Writes.MOST);
    assertThat(out.begun(large, Writes.MOST + 10)).isTrue();
    assertThat(out.begun(next, 4)).isFalse();
  }

  @Test
  @DisplayName("an error while writing breaks the outbox, and is told")
  void errorWhileWriting() {
    List<String> told = new ArrayList<>();
    OutputStream odd =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new IllegalStateException("odd");
          }
        };
    Outbox out = new Outbox("odd", Outbox.Role.CLIENT, odd, e -> told.add(e.getMessage()));
    out.offer(bytes("a"));
    out.flush(true);
    assertThat(told).containsExactly("writing to odd failed: java.lang.IllegalStateException: odd");
    assertThat(out.pendingBytes()).isZero();
  }

  @Test
  @DisplayName("a writer ends when its outbox is discarded, and not before")
  void discardEndsTheWriter() {
    Outbox out = new Outbox("peer", Outbox.Role.CLIENT, sink, e -> {});
    out.offer(bytes("a"));
    out.flush(false);
    assertThat(next()).isEqualTo("a");
    Await.until("an idle writer", () -> out.writer().getState() == Thread.State.WAITING);
    out.discard();
    Await.until("the writer's end", () -> !out.writer().isAlive());
  }

  @Test
  @DisplayName("an idle writer is left alone when another thread writes")
  void idleWriterSleepsOn() {
    Outbox out = new Outbox("server", Outbox.Role.CLIENT, sink, e -> {});
    out.offer(bytes("a"));
    out.flush(false);
    assertThat(next()).isEqualTo("a");
    Await.until("an idle writer", () -> out.writer().getState() == Thread.State.WAITING);
    long before = waits(List.of(out.writer()));
    for (int i = 0; i < 100; i++) {
      out.offer(bytes("b"));
      out.flush(true);
      assertThat(next()).isEqualTo("b");
    }
    assertThat(waits(List.of(out.writer()))).isEqualTo(before);
    out.discard();
  }
}
