package dev.pitstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Parts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SseReader")
class SseReaderTest {
  private static final int MOST = 100_000;

  private final SseReader reader = new SseReader(MOST);

  private List<String> read(String stream) throws Exception {
    return read(reader, stream.getBytes(UTF_8), () -> Integer.MAX_VALUE);
  }

  /// Reads a stream, and writes down what comes, one line each: `type|id|data`, and the retry time.
  ///
  /// @param chunk how many bytes are given at a time
  private static List<String> read(SseReader reader, byte[] stream, IntSupplier chunk)
      throws Exception {
    LineReader<InterruptedException> lines = reader.lines(pieces(stream, chunk), () -> {});
    List<String> all = new ArrayList<>();
    for (Optional<SseEvent> e = reader.next(lines); e.isPresent(); e = reader.next(lines)) {
      all.add(line(e.get(), reader));
    }
    reader.retryMillis().ifPresent(millis -> all.add("retry " + millis));
    return all;
  }

  private static InputStream pieces(byte[] stream, IntSupplier chunk) {
    return new ByteArrayInputStream(stream) {
      @Override
      public int read(byte[] to, int from, int most) {
        return super.read(to, from, Math.min(most, chunk.getAsInt()));
      }
    };
  }

  private static String line(SseEvent e, SseReader reader) {
    return e.data() instanceof Line.TooLong data
        ? "too long " + data.head().length + "/" + data.length()
        : e.type() + "|" + reader.lastEventId() + "|" + text(e);
  }

  private static String text(SseEvent e) {
    return new String(((Line.Text) e.data()).bytes(), UTF_8);
  }

  static List<Arguments> cases() {
    return List.of(
        // the standard's own examples
        Arguments.of("data: a\n\n", List.of("message||a")),
        Arguments.of("data: YHOO\ndata: +2\ndata: 10\n\n", List.of("message||YHOO\n+2\n10")),
        Arguments.of(
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
            List.of("message|1|first event", "message||second event")),
        Arguments.of("data\n\ndata\ndata\n\ndata:", List.of("message||", "message||\n")),
        Arguments.of("data:test\n\ndata: test\n\n", List.of("message||test", "message||test")),
        Arguments.of(
            "event: add\ndata: 7\n\nevent: remove\ndata: 2\n\ndata: x\n\n",
            List.of("add||7", "remove||2", "message||x")),
        // line ends
        Arguments.of("data:a\r\ndata:b\r\n\r\n", List.of("message||a\nb")),
        Arguments.of("data:a\n\r\ndata:b\r\n\n", List.of("message||a", "message||b")),
        Arguments.of("\n\r\n\n", List.of()),
        // beginning
        Arguments.of("\uFEFFdata:a\n\n", List.of("message||a")),
        Arguments.of("\uFEFF\uFEFFdata:a\n\n", List.of()),
        Arguments.of("\n\uFEFFdata:a\n\n", List.of()),
        Arguments.of("\uFEFF", List.of()),
        // fields
        Arguments.of("data:  two blanks \n\n", List.of("message|| two blanks ")),
        Arguments.of("data:\ta\n\n", List.of("message||\ta")),
        Arguments.of("data: a:b: c\n\n", List.of("message||a:b: c")),
        Arguments.of("Data:a\n data:b\ndatum:c\ndat:d\ndata :e\ndatabase:f\n\n", List.of()),
        Arguments.of("foo: bar\nevents:x\ndata:a\nretryy:3\n\n", List.of("message||a")),
        Arguments.of(":\n: keep-alive\n:data:a\n\n:\n\n", List.of()),
        Arguments.of("data:a\n:between\ndata:b\n\n", List.of("message||a\nb")),
        Arguments.of("event: x\n\ndata:a\n\n", List.of("message||a")),
        Arguments.of("event: x\nevent\ndata:a\n\n", List.of("message||a")),
        Arguments.of("event: x\nevent: y\ndata:a\n\n", List.of("y||a")),
        // ids and priming
        Arguments.of("id: 7\ndata:\n\n", List.of("message|7|")),
        Arguments.of("id: 7\n\n", List.of("message|7|")),
        Arguments.of("id: a\nid: b\ndata:x\n\n", List.of("message|b|x")),
        Arguments.of("id: a\0b\ndata:x\n\n", List.of("message||x")),
        Arguments.of("id: ü😀\ndata:x\n\n", List.of("message|ü😀|x")),
        Arguments.of("data:\n\n", List.of("message||")),
        // waiting times
        Arguments.of("retry: 10\n", List.of("retry 10")),
        Arguments.of("retry:010\r\nretry:0\r\n", List.of("retry 0")),
        Arguments.of("retry\nretry:\nretry: -1\nretry: 1.5\nretry: 1 \nretry: 1e3\n", List.of()),
        Arguments.of("retry: 99999999999999999999\n", List.of()),
        Arguments.of("data:a\nretry: 5\n\n", List.of("message||a", "retry 5")),
        // the end
        Arguments.of("data:a", List.of()),
        Arguments.of("data:a\n", List.of()),
        Arguments.of("data:a\n\ndata:b\nid:4\n", List.of("message||a")),
        Arguments.of("data: grün 世界 😀\n\n", List.of("message||grün 世界 😀")),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inOnePieceAndByteByByte(String stream, List<String> expected) throws Exception {
    assertThat(read(stream)).isEqualTo(expected);
    assertThat(read(new SseReader(MOST), stream.getBytes(UTF_8), () -> 1)).isEqualTo(expected);
  }

  @Test
  void aBomThatIsNoneIsContent() throws Exception {
    byte[] b = {(byte) 0xEF, (byte) 0xBB, ':', 'x', '\n', 'd', 'a', 't', 'a', ':', 'y', '\n', '\n'};
    assertThat(read(reader, b, () -> 1)).containsExactly("message||y");
  }

  @Test
  void bytesThatAreNoUtf8PassInData() throws Exception {
    byte[] stream = {'d', 'a', 't', 'a', ':', (byte) 0xC3, 0, (byte) 0xFF, 10, 10};
    SseEvent event = first(reader, new ByteArrayInputStream(stream));
    assertThat(((Line.Text) event.data()).bytes())
        .isEqualTo(new byte[] {(byte) 0xC3, 0, (byte) 0xFF});
  }

  @Test
  void theLastIdIsThatOfTheLastCompleteEventThatHasOne() throws Exception {
    assertThat(reader.lastEventId()).isEmpty();
    read("id: 1\n");
    assertThat(reader.lastEventId()).isEmpty();
    read("id: 1\n\n");
    assertThat(reader.lastEventId()).isEqualTo("1");
    read("data: x\n\nevent: y\n\nid: 2\nid: 3\0\ndata: z\n\n");
    assertThat(reader.lastEventId()).isEqualTo("2");
    read("id: 4\ndata: cut");
    assertThat(reader.lastEventId()).isEqualTo("2");
    read("\n\nid\n\n");
    assertThat(reader.lastEventId()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4_096, 1_000_000})
  void anEventThatIsTooLongIsToldByItsBeginning(int chunk) throws Exception {
    int most = 10_000;
    SseReader limited = new SseReader(most);
    String fits = "f".repeat(most);
    String line = "ab".repeat(6_000);
    String stream =
        "id: 1\ndata:"
            + fits
            + "\n\nid: 2\ndata:"
            + line
            + "\ndata:"
            + line
            + "\n\ndata: after\n\n";
    assertThat(read(limited, stream.getBytes(UTF_8), () -> chunk))
        .containsExactly("message|1|" + fits, "too long 8187/12000", "message|2|after");
    assertThat(limited.lastEventId()).isEqualTo("2");
  }

  @Test
  void itsBeginningAndItsEnd() throws Exception {
    assertThat(ends(5, "data:ab\ndata:cd\ndata:ef\n\n"))
        .containsExactly("ab\ncd\nef", "ab\ncd\nef");
    assertThat(ends(20_000, "data:" + "0123456789".repeat(3_000) + "\n\n"))
        .containsExactly(
            "0123456789".repeat(820).substring(0, Parts.ENDS - 5), "89" + "0123456789".repeat(819));
  }

  private static SseEvent first(SseReader reader, InputStream stream) throws Exception {
    return reader.next(reader.lines(stream, () -> {})).orElseThrow();
  }

  private static List<String> ends(int most, String stream) throws Exception {
    SseEvent event = first(new SseReader(most), new ByteArrayInputStream(stream.getBytes(UTF_8)));
    Line.TooLong data = (Line.TooLong) event.data();
    return List.of(new String(data.head(), UTF_8), new String(data.tail(), UTF_8));
  }

  @Test
  @DisplayName("An event without an end takes no more memory than is let through")
  void bounded() throws Exception {
    SseReader limited = new SseReader(1_000);
    byte[] xs = "x".repeat(1 << 20).getBytes(UTF_8);
    List<InputStream> parts = new ArrayList<>();
    parts.add(new ByteArrayInputStream("data:".getBytes(UTF_8)));
    for (int i = 0; i < 200; i++) {
      parts.add(new ByteArrayInputStream(xs));
    }
    parts.add(new ByteArrayInputStream("\n\n".getBytes(UTF_8)));
    SseEvent event = first(limited, new SequenceInputStream(Collections.enumeration(parts)));
    assertThat(line(event, limited))
        .isEqualTo("too long " + (Parts.ENDS - 5) + "/" + 200L * (1 << 20));
  }

  @Test
  void idsTypesAndNamesHaveABoundToo() throws Exception {
    String much = "x".repeat(MOST + 10);
    assertThat(read("id: 1\n\nid: " + much + "\nevent: " + much + "\n" + much + ": y\ndata: a\n\n"))
        .containsExactly("message|1|", "\0|1|a");
    assertThat(reader.lastEventId()).isEqualTo("1");
  }

  @Test
  void afterAStreamThatBrokeTheNextIsWhole() throws Exception {
    InputStream breaks =
        new SequenceInputStream(
            new ByteArrayInputStream("id:bad\nevent:e\ndata:x\r".getBytes(UTF_8)),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("broken");
              }
            });
    assertThatThrownBy(() -> first(reader, breaks)).hasMessage("broken");
    assertThat(read("\ndata:y\n\n")).containsExactly("message||y");
  }

  @Test
  @DisplayName("Any chunking gives the same events")
  void anyChunking() throws Exception {
    for (int run = 0; run < 2_000; run++) {
      RandomGenerator random = new SplittableRandom(run);
      byte[] stream = stream(random).getBytes(UTF_8);
      if (random.nextInt(4) == 0 && stream.length > 0) {
        stream[random.nextInt(stream.length)] = (byte) random.nextInt(256);
      }
      SseReader one = new SseReader(40);
      SseReader many = new SseReader(40);
      List<String> whole = read(one, stream, () -> Integer.MAX_VALUE);
      assertThat(read(many, stream, () -> 1 + random.nextInt(9)))
          .as("seed %s", run)
          .isEqualTo(whole);
      assertThat(many.lastEventId()).as("seed %s", run).isEqualTo(one.lastEventId());
    }
  }

  private static final List<String> PIECES =
      List.of(
          "data:",
          "data",
          "id:",
          "event:",
          "retry:",
          ":",
          " ",
          "\n",
          "\r",
          "\r\n",
          "\n\n",
          "x",
          "1",
          "ü",
          "😀",
          "\uFEFF",
          "\0",
          "{\"jsonrpc\":\"2.0\"}",
          "a longer text of some bytes");

  private static String stream(RandomGenerator random) {
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "\uFEFF" : "");
    int pieces = random.nextInt(60);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.append("\n\n").toString();
  }
}
