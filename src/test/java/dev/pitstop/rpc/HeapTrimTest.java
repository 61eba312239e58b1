package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Row 18: after large messages, when it has become quiet, memory is given back.
class HeapTrimTest {
  private long now;
  private final List<Runnable> later = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();
  private int collections;
  private long kept = 5L << 20; // what a collection leaves
  private long used = kept;
  private int forgotten;
  private boolean noThread;
  private final HeapTrim trim =
      new HeapTrim(
          (millis, task) -> {
            if (noThread) {
              throw new OutOfMemoryError("unable to create native thread");
            }
            delays.add(millis);
            later.add(task);
          },
          () -> now,
          () -> {
            collections++;
            used = kept;
          },
          () -> used);

  private void passes(long millis) {
    now += millis;
    later.removeFirst().run();
  }

  @Test
  @DisplayName("only when no more have come for a while, and once")
  void quiet() {
    trim.allocates(5_000_000, () -> forgotten++);
    now += 400;
    trim.allocates(5_000_000, () -> forgotten++);
    passes(600);
    assertThat(collections).isZero();
    assertThat(delays).containsExactly(1_000L, 400L);
    passes(400);
    assertThat(forgotten).isEqualTo(1);
    assertThat(collections).isEqualTo(HeapTrim.STEPS);
    assertThat(later).isEmpty();
    trim.allocates(5_000_000, () -> forgotten++);
    passes(1_000);
    assertThat(collections).isEqualTo(2 * HeapTrim.STEPS);
  }

  @Test
  @DisplayName("row 20: no thread to be had costs nothing but this, and is tried again")
  void withoutThread() {
    noThread = true;
    trim.allocates(5_000_000, () -> forgotten++);
    noThread = false;
    trim.allocates(5_000_000, () -> forgotten++);
    passes(1_000);
    assertThat(forgotten).isEqualTo(1);
  }

  @Test
  @DisplayName("row 20: … nor when it looks and more has come meanwhile")
  void withoutThreadToWaitOn() {
    trim.allocates(5_000_000, () -> forgotten++);
    now += 400;
    trim.allocates(5_000_000, () -> forgotten++);
    noThread = true;
    passes(600);
    noThread = false;
    trim.allocates(5_000_000, () -> forgotten++);
    passes(1_000);
    assertThat(forgotten).isEqualTo(1);
  }

  @Test
  @DisplayName("a reader of large lines asks for it, one of small lines does not")
  void reader() throws IOException, InterruptedException {
    read("small\n");
    assertThat(later).isEmpty();
    String large = "x".repeat(5_000_000);
    read(large + "\n");
    assertThat(later).hasSize(1);
    passes(1_000);
    assertThat(collections).isEqualTo(HeapTrim.STEPS);
  }

  private void read(String text) throws IOException, InterruptedException {
    ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(UTF_8));
    LineReader reader = new LineReader(in, 10_000_000, () -> {}, Arrays::copyOfRange, trim);
    Line.Text line = (Line.Text) reader.next();
    assertThat(line.bytes()).hasSize(text.length() - 1);
    assertThat(reader.next()).isInstanceOf(Line.End.class);
  }

  @Test
  @DisplayName(
      "28 H11: messages that are read in another way are told of, and the large ones count")
  void passed() {
    trim.passed(100_000);
    assertThat(later).isEmpty();
    for (int i = 0; i < 8; i++) {
      used += 4L << 20;
      trim.passed(4L << 20);
    }
    assertThat(collections).as("the heap has grown by more than 24 MiB").isEqualTo(1);
    assertThat(later).hasSize(1);
    passes(HeapTrim.QUIET_MILLIS);
    assertThat(collections).isEqualTo(1 + HeapTrim.STEPS);
  }

  @Test
  @DisplayName("28 H11: what is still alive when it is quiet is waited for, less and less often")
  void stillAlive() {
    kept += 4L << 20; // by a request that is not answered yet
    trim.passed(4L << 20);
    passes(1_000);
    passes(2_000);
    assertThat(delays).containsExactly(1_000L, 2_000L, 4_000L);
    kept -= 4L << 20;
    passes(4_000);
    assertThat(collections).isEqualTo(3 * HeapTrim.STEPS);
    assertThat(later).isEmpty();
  }

  @Test
  @DisplayName("28 H11: … and what stays for good is not waited for forever, nor another time")
  void stays() {
    kept += 4L << 20;
    trim.passed(4L << 20);
    for (int i = 0; i <= HeapTrim.MOST_LOOKS; i++) {
      passes(delays.getLast());
    }
    assertThat(later).isEmpty();
    trim.passed(4L << 20);
    passes(1_000);
    assertThat(later).isEmpty();
  }

  @Test
  @DisplayName("28 H11: a large message that comes meanwhile is not waited with")
  void comesMeanwhile() {
    kept += 4L << 20;
    trim.passed(4L << 20);
    passes(1_000);
    passes(2_000);
    trim.passed(4L << 20);
    assertThat(delays.getLast()).isEqualTo(1_000);
    int before = collections;
    passes(0); // the task that was to look after four seconds
    assertThat(collections).isEqualTo(before);
    kept -= 4L << 20;
    passes(1_000);
    assertThat(collections).isEqualTo(before + HeapTrim.STEPS);
    assertThat(later).isEmpty();
  }

  @Test
  @DisplayName("what is kept for the next long line is dropped, not while one is under way")
  void forget() {
    LongLines store = new LongLines(trim);
    byte[] chunk = store.chunk(0, 1_000_000);
    chunk[0] = 'a';
    passes(1_000);
    assertThat(store.chunk(0, 1)).isSameAs(chunk);
    assertThat(store.join(0, 1_000_000)[0]).isEqualTo((byte) 'a');
    passes(1_000);
    assertThat(store.chunk(0, 1)).hasSize(1);
  }
}
