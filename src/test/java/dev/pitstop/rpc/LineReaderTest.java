package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The framing of the stdio transport.
@DisplayName("LineReader")
class LineReaderTest {
  private static final int BOUND = 64 * 1024 * 1024;

  /// Gives at most `step` bytes a read, as a pipe may.
  private static final class Trickle extends InputStream {
    private final InputStream in;
    private final int step;

    Trickle(byte[] bytes, int step) {
      this.in = new ByteArrayInputStream(bytes);
      this.step = step;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] b, int from, int length) throws IOException {
      return in.read(b, from, Math.min(length, step));
    }
  }

  private static List<Line> lines(InputStream in, int bound)
      throws IOException, InterruptedException {
    LineReader<InterruptedException> reader = new LineReader<>(in, bound, () -> {});
    List<Line> lines = new ArrayList<>();
    for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
      lines.add(line);
    }
    assertThat(reader.next()).isInstanceOf(Line.End.class);
    return lines;
  }

  private static List<String> texts(String stream) throws IOException, InterruptedException {
    List<String> texts = new ArrayList<>();
    for (Line line : lines(new ByteArrayInputStream(stream.getBytes(UTF_8)), BOUND)) {
      Line.Text text = (Line.Text) line;
      texts.add(new String(text.bytes(), UTF_8) + (text.terminated() ? "" : "…"));
    }
    return texts;
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      // In the table N is a newline, R a carriage return, B a byte order mark, T a tab.
      value = {
        "~~              | ~~",
        "aN              | a",
        "aNbN            | a,b",
        "aRNbRN          | a,b",
        "aRRN            | aR",
        "aRbN            | aRb",
        "aNb             | a,b…",
        "aNbR            | a,bR…",
        "a               | a…",
        "NNaNNNbNN       | a,b",
        "RNRNaRNRN       | a",
        "~ NTN  RNaNT  ~ | a",
        "~ a N~          | ~ a ~",
        "BaN             | a",
        "Ba              | a…",
        "BNaN            | a",
        "B               | ~~",
        "NBaN            | Ba",
        "aNBbN           | a,Bb",
        "BBaN            | Ba",
      })
  void framing(String stream, String lines) throws IOException, InterruptedException {
    assertThat(String.join(",", texts(unescape(stream)))).isEqualTo(unescape(lines));
  }

  private static String unescape(String s) {
    return s.replace('N', '\n').replace('R', '\r').replace('T', '\t').replace('B', '\uFEFF');
  }

  @Test
  @DisplayName("no other character breaks a line: U+2028, U+2029, U+0085, VT, FF")
  void onlyNewlineBreaksLines() throws IOException, InterruptedException {
    String text = "{\"a\":\"\u2028\u2029\u0085\"}\u000B\f";
    assertThat(texts(text + "\n")).containsExactly(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 64})
  @DisplayName("a byte order mark, CRLF and UTF-8 cut anywhere by the reads beneath")
  void trickle(int step) throws IOException, InterruptedException {
    String first = "{\"text\":\"äöü€😀\"}";
    byte[] stream = ("\uFEFF" + first + "\r\n\r\n" + first + first + "\n" + first).getBytes(UTF_8);
    List<Line> lines = lines(new Trickle(stream, step), BOUND);
    assertThat(lines.stream().map(l -> new String(((Line.Text) l).bytes(), UTF_8)))
        .containsExactly(first, first + first, first);
    assertThat(((Line.Text) lines.getLast()).terminated()).isFalse();
  }

  @Test
  @DisplayName("invalid UTF-8 and NUL are kept")
  void bytesAreKept() throws IOException, InterruptedException {
    byte[] bytes = "a\u00FF\u00C0\u0080\u0000\u00FEb".getBytes(ISO_8859_1);
    byte[] stream = Arrays.copyOf(bytes, bytes.length + 1);
    stream[bytes.length] = '\n';
    List<Line> lines = lines(new ByteArrayInputStream(stream), BOUND);
    assertThat(((Line.Text) lines.getFirst()).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 63, 64, 65, 68, 71, 72, 4_096, 65_535, 65_536, 65_537, 131_072, 1_000_000})
  @DisplayName("lines of any length up to the bound, with short ones around")
  void longLine(int length) throws IOException, InterruptedException {
    longAmongShort(length);
  }

  @Test
  @Tag("slow")
  @DisplayName("one of 20 MB as well")
  void veryLongLine() throws IOException, InterruptedException {
    longAmongShort(20_000_000);
  }

  private static void longAmongShort(int length) throws IOException, InterruptedException {
    byte[] big = new byte[length];
    for (int i = 0; i < length; i++) {
      big[i] = (byte) ('\r' + 1 + i % 240);
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (String end : List.of("\n", "\r\n")) {
      stream.writeBytes("before\n".getBytes(UTF_8));
      stream.writeBytes(big);
      stream.writeBytes((end + "after\n").getBytes(UTF_8));
    }
    stream.writeBytes(big);
    for (int step : List.of(1_000, 65_536, Integer.MAX_VALUE)) {
      List<Line> lines = lines(new Trickle(stream.toByteArray(), step), length + 10);
      assertThat(lines).hasSize(7);
      for (int i : List.of(1, 4, 6)) {
        Line.Text text = (Line.Text) lines.get(i);
        assertThat(Arrays.equals(text.bytes(), big)).isTrue();
        assertThat(text.terminated()).isEqualTo(i != 6);
      }
      assertThat(((Line.Text) lines.get(5)).bytes()).isEqualTo("after".getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 65_530, 65_535, 65_536, 65_537, 200_000})
  @DisplayName("exactly the bound passes, with CRLF and a byte order mark too; one more does not")
  void bound(int bound) throws IOException, InterruptedException {
    for (String begin : List.of("", "\uFEFF")) {
      for (String end : List.of("", "\n", "\r\n")) {
        int most = bound + begin.getBytes(UTF_8).length; // the mark counts
        byte[] good = (begin + "x".repeat(bound) + end).getBytes(UTF_8);
        List<Line> passed = lines(new ByteArrayInputStream(good), most);
        assertThat(passed).hasSize(1);
        assertThat(((Line.Text) passed.getFirst()).bytes()).hasSize(bound);

        byte[] bad = (begin + "x".repeat(bound + 1) + end).getBytes(UTF_8);
        List<Line> refused = lines(new ByteArrayInputStream(bad), most);
        assertThat(refused).hasSize(1);
        Line.TooLong tooLong = (Line.TooLong) refused.getFirst();
        assertThat(tooLong.length()).isEqualTo(most + 1);
        assertThat(tooLong.head()).isEqualTo(Arrays.copyOf(bad, Math.min(most + 1, Parts.ENDS)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"100,5000", "100,70000", "100,3000000", "100000,100001", "100000,3000000"})
  @DisplayName("an over-long line is reported once, with its id, and the next one is delivered")
  void overLongThenGood(int bound, int length) throws IOException, InterruptedException {
    String begin = "{\"jsonrpc\":\"2.0\",\"id\":\"big\",\"method\":\"m\",\"params\":\"";
    String big = begin + "x".repeat(length - begin.length());
    byte[] stream = ("one\n" + big + "\r\ntwo\n" + big + "\nthree").getBytes(UTF_8);
    for (int step : List.of(1_000, Integer.MAX_VALUE)) {
      List<Line> lines = lines(new Trickle(stream, step), bound);
      assertThat(lines).hasSize(5);
      for (int i : List.of(1, 3)) {
        Line.TooLong tooLong = (Line.TooLong) lines.get(i);
        assertThat(tooLong.length()).isEqualTo(length);
        assertThat(tooLong.head()).hasSize(Math.min(length, Parts.ENDS));
        assertThat(tooLong.tail()).hasSize(Math.min(length, Parts.ENDS));
        assertThat(Head.of(tooLong.head(), new byte[0]).id()).contains(RequestId.of("big"));
      }
      for (int i : List.of(0, 2, 4)) {
        assertThat(new String(((Line.Text) lines.get(i)).bytes(), UTF_8))
            .isEqualTo(List.of("one", "", "two", "", "three").get(i));
      }
    }
  }

  @Test
  @Tag("slow")
  @DisplayName("a line without an end, far longer than memory, is not collected")
  void endless() throws IOException, InterruptedException {
    long length = 3L * 1024 * 1024 * 1024;
    InputStream zeros =
        new InputStream() {
          private long left = length;

          @Override
          public int read() {
            throw new UnsupportedOperationException("reads in bulk");
          }

          @Override
          public int read(byte[] b, int from, int count) {
            int n = (int) Math.min(count, left);
            left -= n;
            return n == 0 ? -1 : n;
          }
        };
    List<Line> lines = lines(zeros, 1_000_000);
    assertThat(lines).hasSize(1);
    assertThat(((Line.TooLong) lines.getFirst()).length()).isEqualTo(length);
  }

  @Test
  @DisplayName("any mixture of lines cut into any reads (seeded)")
  void mixture() throws IOException, InterruptedException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<byte[]> expected = new ArrayList<>();
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      for (int i = 0; i < 40; i++) {
        byte[] line = new byte[random.nextInt(10) == 0 ? random.nextInt(200_000) : 1 + i * 7];
        Arrays.fill(line, (byte) ('A' + random.nextInt(26)));
        stream.writeBytes(line);
        stream.writeBytes((random.nextBoolean() ? "\n" : "\r\n").getBytes(UTF_8));
        if (line.length > 0) {
          expected.add(line);
        }
      }
      int step = 1 + random.nextInt(random.nextBoolean() ? 300 : 100_000);
      List<Line> lines = lines(new Trickle(stream.toByteArray(), step), 150_000);
      assertThat(lines).hasSameSizeAs(expected);
      for (int i = 0; i < lines.size(); i++) {
        byte[] line = expected.get(i);
        switch (lines.get(i)) {
          case Line.Text text -> assertThat(Arrays.equals(text.bytes(), line)).isTrue();
          case Line.TooLong tooLong -> {
            assertThat(tooLong.length()).isEqualTo(line.length).isGreaterThan(150_000);
            assertThat(tooLong.head()).isEqualTo(Arrays.copyOf(line, Parts.ENDS));
          }
          case Line.End end -> throw new AssertionError("an end in the middle: " + end);
        }
      }
    }
  }

  @Test
  void aFailingStreamFails() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] b, int from, int count) throws IOException {
            throw new IOException("gone");
          }
        };
    assertThatThrownBy(() -> new LineReader<RuntimeException>(broken, BOUND, () -> {}).next())
        .hasMessage("gone");
  }

  @Test
  @DisplayName("every read that may block is announced before, no line that is there is")
  void announcesReads() throws IOException, InterruptedException {
    List<String> events = new ArrayList<>();
    String large = "x".repeat(100_000);
    byte[] stream = ("a\n\nb\n" + large + "\nc\n\n").getBytes(UTF_8);
    InputStream told =
        new ByteArrayInputStream(stream) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            events.add("read");
            return super.read(into, from, length);
          }
        };
    LineReader<InterruptedException> reader =
        new LineReader<>(told, 1 << 20, () -> events.add("announced"));
    for (Line line = reader.next(); line instanceof Line.Text text; line = reader.next()) {
      events.add(text.bytes().length > 1 ? "large" : new String(text.bytes(), UTF_8));
    }
    for (int i = 0; i < events.size(); i++) {
      boolean announced = i > 0 && events.get(i - 1).equals("announced");
      assertThat(events.get(i).equals("read")).as(events + " at " + i).isEqualTo(announced);
    }
    assertThat(events).containsSubsequence("announced", "read", "a", "b", "large", "c");
    assertThat(events.indexOf("b")).isEqualTo(events.indexOf("a") + 1);
  }

  @Test
  @DisplayName("the end is read once: a terminal would go on after it")
  void endOnce() throws IOException, InterruptedException {
    int[] ends = new int[1];
    InputStream terminal =
        new InputStream() {
          @Override
          public int read() {
            throw new AssertionError("byte by byte");
          }

          @Override
          public int read(byte[] b, int from, int length) {
            ends[0]++;
            return -1;
          }
        };
    LineReader<InterruptedException> reader = new LineReader<>(terminal, BOUND, () -> {});
    assertThat(reader.next()).isInstanceOf(Line.End.class);
    assertThat(reader.next()).isInstanceOf(Line.End.class);
    assertThat(ends[0]).isEqualTo(1);
  }
}
