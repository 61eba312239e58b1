package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Draining stderr")
@Timeout(60)
class StderrPumpTest {
  private final StderrRing ring = new StderrRing();
  private final List<String> copied = Collections.synchronizedList(new ArrayList<>());

  private void pump(InputStream in) throws Exception {
    Await.result(
        "the end of the pipe",
        StderrPump.start("test-pump", in, new StderrPump.To(() -> 1, ring, copied::addAll)));
  }

  private void pump(byte[] bytes) throws Exception {
    pump(new ByteArrayInputStream(bytes));
  }

  private void pump(String text) throws Exception {
    pump(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void splitsLinesAndKeepsAnUnendedLast() throws Exception {
    pump("one\ntwo\r\n\nthrée 😀");
    assertThat(copied).containsExactly("one", "two", "", "thrée 😀");
    assertThat(ring.lastOf(1, 10)).isEqualTo(copied);
  }

  @Test
  void keepsTheLastStateOfAProgressBar() throws Exception {
    pump("\r10%\r20%\r100%\ndone\r\r\n");
    assertThat(copied).containsExactly("100%", "done");
  }

  @Test
  void replacesBytesThatAreNoUtf8() throws Exception {
    pump(new byte[] {'a', (byte) 0xff, (byte) 0xc3, '\n', 'b', '\n'});
    assertThat(copied).containsExactly("a\uFFFD\uFFFD", "b");
  }

  @Test
  void boundsALineThatNeverEnds() throws Exception {
    pump("é".repeat(1 << 20));
    assertThat(copied).hasSize(1);
    assertThat(copied.getFirst())
        .hasSizeLessThan(StderrRing.LINE_LIMIT)
        .doesNotContain("\uFFFD")
        .matches("é+ … \\[cut: [0-9]+ more bytes]");
    long kept = copied.getFirst().chars().filter(c -> c == 'é').count() * 2;
    assertThat(copied.getFirst()).contains("cut: " + ((2L << 20) - kept) + " more");
  }

  @Test
  void survivesNoise() throws Exception {
    byte[] noise = new byte[1 << 20];
    new Random(42).nextBytes(noise);
    pump(noise);
    int newlines = 0;
    for (byte b : noise) {
      newlines += b == '\n' ? 1 : 0;
    }
    assertThat(copied).hasSizeBetween(newlines, newlines + 1);
  }

  @Test
  @DisplayName("a line that there is no memory for costs itself: the child never blocks")
  void goesOnWithoutMemory() throws Exception {
    InputStream in = new ByteArrayInputStream("a\nb\nc".getBytes(StandardCharsets.UTF_8));
    Await.result(
        "the end of the pipe",
        StderrPump.start(
            "test-pump",
            in,
            new StderrPump.To(
                () -> 1,
                ring,
                lines -> {
                  throw new OutOfMemoryError("Java heap space");
                })));
    assertThat(ring.lastOf(1, 10)).containsExactly("a", "b", "c");
    assertThat(ring.tail(10, true)).anyMatch(line -> line.contains("Java heap space"));
  }

  @Test
  void notesABrokenStream() throws Exception {
    try (PipedInputStream unconnected = new PipedInputStream()) {
      pump(unconnected);
    }
    assertThat(ring.tail(10, true)).anyMatch(line -> line.contains("reading stderr failed"));
  }

  @Test
  void drainsAFloodSoThatTheChildGoesOn() throws Exception {
    try (ChildFixture children = new ChildFixture()) {
      Child child =
          children.sh("head -c 20971520 /dev/zero | tr '\\0' 'x' | fold -w 1000 >&2; exit 9");
      AtomicLong bytes = new AtomicLong();
      CompletableFuture<Void> drained =
          StderrPump.start(
              child,
              new StderrPump.To(
                  () -> 3, ring, lines -> lines.forEach(line -> bytes.addAndGet(line.length()))));
      assertThat(ChildFixture.exitOf(child)).isEqualTo(new Child.Exit(9));
      Await.result("the end of the pipe", drained);
      assertThat(bytes.get()).isEqualTo(20_971_520);
      assertThat(ring.lastOf(3, 5000)).hasSize(StderrRing.CHARS / 1_000 + 1);
    }
  }

  @Test
  void endsWithItsChild() throws Exception {
    try (ChildFixture children = new ChildFixture()) {
      Child child = children.sh("echo before >&2; read -r end; printf last >&2");
      CompletableFuture<Void> drained =
          StderrPump.start(child, new StderrPump.To(() -> 1, ring, copied::addAll));
      Await.until("the first line", () -> copied.contains("before"));
      assertThat(drained).isNotDone();
      child.closeStdin();
      Await.result("the end of the pipe", drained);
      assertThat(copied).containsExactly("before", "last");
    }
  }
}
