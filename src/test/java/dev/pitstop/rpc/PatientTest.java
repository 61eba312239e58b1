package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A stream that turned out to be non-blocking is waited for.
class PatientTest {
  /// What a non-blocking descriptor gives: bytes, nothing yet (""), a fault, or the end.
  private static final class Source extends InputStream implements ReadableByteChannel {
    private static final String FAULT = "fault";

    private final Queue<String> steps;

    Source(String... steps) {
      this.steps = new ArrayDeque<>(List.of(steps));
    }

    /// As the JDK's stream: "nothing yet" is a fault like any other.
    @Override
    public int read(byte[] b, int from, int length) throws IOException {
      int n = read(ByteBuffer.wrap(b, from, length));
      if (n == 0) {
        throw new IOException("Resource temporarily unavailable");
      }
      return n;
    }

    @Override
    public int read() {
      throw new AssertionError("byte by byte");
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      String step = steps.poll();
      if (step == null) {
        return -1;
      }
      if (step.equals(FAULT)) {
        steps.add(FAULT); // it stays broken
        throw new IOException("Input/output error");
      }
      to.put(step.getBytes(UTF_8));
      return step.length();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private LineReader<InterruptedException> lines(Source source) {
    return new LineReader<>(new Patience.Input(source, () -> source), 1000, () -> {});
  }

  private static String text(Line line) {
    return new String(((Line.Text) line).bytes(), UTF_8);
  }

  @Test
  @DisplayName("reading goes on where there was nothing yet, and ends where the stream ends")
  void reading() throws IOException, InterruptedException {
    LineReader<InterruptedException> lines =
        lines(new Source("one\ntw", "", "", "o\n", "", "three\n"));
    assertThat(text(lines.next())).isEqualTo("one");
    assertThat(text(lines.next())).isEqualTo("two");
    assertThat(text(lines.next())).isEqualTo("three");
    assertThat(lines.next()).isInstanceOf(Line.End.class);
  }

  @Test
  @DisplayName("a real fault is one")
  void realFault() throws IOException, InterruptedException {
    LineReader<InterruptedException> lines = lines(new Source("one\n", Source.FAULT));
    assertThat(text(lines.next())).isEqualTo("one");
    assertThatThrownBy(lines::next)
        .isInstanceOf(IOException.class)
        .hasMessage("Input/output error");
  }

  /// Has room for a random part of what it is given, often for nothing.
  private static final class Narrow implements WritableByteChannel {
    private final Random random = new Random(3);
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    @Override
    public int write(ByteBuffer from) {
      int n = random.nextBoolean() ? 0 : Math.min(from.remaining(), random.nextInt(5_000));
      byte[] part = new byte[n];
      from.get(part);
      all.writeBytes(part);
      return n;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  @DisplayName("writing goes on with what had no room: not a byte is lost or doubled")
  void writing() {
    Narrow narrow = new Narrow();
    List<IOException> broken = new ArrayList<>();
    Outbox out =
        new Outbox("client", Outbox.Role.CLIENT, new Patience.Output(() -> narrow), broken::add);
    StringBuilder expected = new StringBuilder();
    for (int size : new int[] {1, 10, 5_000, 70_000, 3, 200_000}) {
      String message = ("" + size).repeat(size);
      out.offer(Outgoing.of(message.getBytes(UTF_8)));
      expected.append(message).append('\n');
    }
    while (out.pendingBytes() > 0) {
      out.flush(true);
    }
    assertThat(broken).isEmpty();
    assertThat(narrow.all.toString(UTF_8)).isEqualTo(expected.toString());
  }
}
