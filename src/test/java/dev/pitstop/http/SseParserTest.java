package dev.pitstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.rpc.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SseParser")
class SseParserTest {
  /// Writes down what is told, one line each: `type|id|data`.
  private static final class Told implements SseParser.Sink {
    final List<String> all = new ArrayList<>();

    @Override
    public void event(SseEvent e) {
      all.add(e.type() + "|" + e.id().orElse("-") + "|" + new String(e.data(), UTF_8));
    }

    @Override
    public void retry(long millis) {
      all.add("retry " + millis);
    }

    @Override
    public void tooLong(byte[] head, byte[] tail, long length) {
      all.add("too long " + head.length + "/" + length);
    }
  }

  private static final int MOST = 100_000;

  private final Told told = new Told();

  private SseParser fed(String stream) {
    SseParser parser = new SseParser(MOST, told);
    byte[] b = stream.getBytes(UTF_8);
    parser.feed(b, 0, b.length);
    return parser;
  }

  static List<Arguments> cases() {
    return List.of(
        // the standard's own examples
        Arguments.of("data: a\n\n", List.of("message|-|a")),
        Arguments.of("data: YHOO\ndata: +2\ndata: 10\n\n", List.of("message|-|YHOO\n+2\n10")),
        Arguments.of(
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
            List.of("message|1|first event", "message||second event")),
        Arguments.of("data\n\ndata\ndata\n\ndata:", List.of("message|-|", "message|-|\n")),
        Arguments.of("data:test\n\ndata: test\n\n", List.of("message|-|test", "message|-|test")),
        Arguments.of(
            "event: add\ndata: 7\n\nevent: remove\ndata: 2\n\ndata: x\n\n",
            List.of("add|-|7", "remove|-|2", "message|-|x")),
        // line ends
        Arguments.of("data:a\r\ndata:b\r\n\r\n", List.of("message|-|a\nb")),
        Arguments.of("data:a\rdata:b\r\r", List.of("message|-|a\nb")),
        Arguments.of("data:a\n\r\ndata:b\r\r\n", List.of("message|-|a", "message|-|b")),
        Arguments.of("\n\r\r\n\n", List.of()),
        // beginning
        Arguments.of("\uFEFFdata:a\n\n", List.of("message|-|a")),
        Arguments.of("\uFEFF\uFEFFdata:a\n\n", List.of()),
        Arguments.of("\n\uFEFFdata:a\n\n", List.of()),
        Arguments.of("\uFEFF", List.of()),
        // fields
        Arguments.of("data:  two blanks \n\n", List.of("message|-| two blanks ")),
        Arguments.of("data:\ta\n\n", List.of("message|-|\ta")),
        Arguments.of("data: a:b: c\n\n", List.of("message|-|a:b: c")),
        Arguments.of("Data:a\n data:b\ndatum:c\ndat:d\ndata :e\ndatabase:f\n\n", List.of()),
        Arguments.of("foo: bar\nevents:x\ndata:a\nretryy:3\n\n", List.of("message|-|a")),
        Arguments.of(":\n: keep-alive\n:data:a\n\n:\n\n", List.of()),
        Arguments.of("data:a\n:between\ndata:b\n\n", List.of("message|-|a\nb")),
        Arguments.of("event: x\n\ndata:a\n\n", List.of("message|-|a")),
        Arguments.of("event: x\nevent\ndata:a\n\n", List.of("message|-|a")),
        Arguments.of("event: x\nevent: y\ndata:a\n\n", List.of("y|-|a")),
        // ids and priming
        Arguments.of("id: 7\ndata:\n\n", List.of("message|7|")),
        Arguments.of("id: 7\n\n", List.of("message|7|")),
        Arguments.of("id: a\nid: b\ndata:x\n\n", List.of("message|b|x")),
        Arguments.of("id: a\0b\ndata:x\n\n", List.of("message|-|x")),
        Arguments.of("id: ü😀\ndata:x\n\n", List.of("message|ü😀|x")),
        Arguments.of("data:\n\n", List.of("message|-|")),
        // waiting times
        Arguments.of("retry: 10\n", List.of("retry 10")),
        Arguments.of("retry:010\r\nretry:0\r\n", List.of("retry 10", "retry 0")),
        Arguments.of("retry\nretry:\nretry: -1\nretry: 1.5\nretry: 1 \nretry: 1e3\n", List.of()),
        Arguments.of("retry: 99999999999999999999\n", List.of()),
        Arguments.of("data:a\nretry: 5\n\n", List.of("retry 5", "message|-|a")),
        // the end
        Arguments.of("data:a", List.of()),
        Arguments.of("data:a\n", List.of()),
        Arguments.of("data:a\n\ndata:b\nid:4\n", List.of("message|-|a")),
        Arguments.of("data: grün 世界 😀\n\n", List.of("message|-|grün 世界 😀")),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inOnePieceAndByteByByte(String stream, List<String> expected) {
    fed(stream);
    assertThat(told.all).isEqualTo(expected);

    Told again = new Told();
    SseParser parser = new SseParser(MOST, again);
    byte[] b = stream.getBytes(UTF_8);
    for (int i = 0; i < b.length; i++) {
      parser.feed(b, i, 1);
    }
    assertThat(again.all).isEqualTo(expected);
  }

  @Test
  void aBomThatIsNoneIsContent() {
    SseParser parser = new SseParser(MOST, told);
    byte[] b = {(byte) 0xEF, (byte) 0xBB, ':', 'x', '\n', 'd', 'a', 't', 'a', ':', 'y', '\n', '\n'};
    for (byte one : b) {
      parser.feed(new byte[] {one}, 0, 1);
    }
    assertThat(told.all).containsExactly("message|-|y");
  }

  @Test
  void anEventIsToldWithItsLastByteAlsoIfThatIsACr() {
    SseParser parser = fed("data:a\r\n\r");
    assertThat(told.all).containsExactly("message|-|a");
    parser.feed("\ndata:b\n\n".getBytes(UTF_8), 0, 9);
    assertThat(told.all).containsExactly("message|-|a", "message|-|b");
  }

  @Test
  void bytesThatAreNoUtf8PassInData() {
    List<byte[]> data = new ArrayList<>();
    SseParser parser =
        new SseParser(
            MOST,
            new SseParser.Sink() {
              @Override
              public void event(SseEvent e) {
                data.add(e.data());
              }

              @Override
              public void retry(long millis) {
                throw new AssertionError(millis);
              }

              @Override
              public void tooLong(byte[] head, byte[] tail, long length) {
                throw new AssertionError(length);
              }
            });
    parser.feed(new byte[] {'d', 'a', 't', 'a', ':', (byte) 0xC3, 0, (byte) 0xFF, 10, 10}, 0, 10);
    assertThat(data).hasSize(1);
    assertThat(data.getFirst()).isEqualTo(new byte[] {(byte) 0xC3, 0, (byte) 0xFF});
  }

  @Test
  void theLastIdIsThatOfTheLastCompleteEventThatHasOne() {
    SseParser parser = new SseParser(MOST, told);
    assertThat(parser.lastEventId()).isEmpty();
    feed(parser, "id: 1\n");
    assertThat(parser.lastEventId()).isEmpty();
    feed(parser, "\n");
    assertThat(parser.lastEventId()).isEqualTo("1");
    feed(parser, "data: x\n\nevent: y\n\nid: 2\nid: 3\0\ndata: z\n\n");
    assertThat(parser.lastEventId()).isEqualTo("2");
    feed(parser, "id: 4\ndata: cut");
    assertThat(parser.lastEventId()).isEqualTo("2");
    feed(parser, "\n\nid\n\n");
    assertThat(parser.lastEventId()).isEmpty();
  }

  private static void feed(SseParser parser, String text) {
    byte[] b = text.getBytes(UTF_8);
    parser.feed(b, 0, b.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4_096, 1_000_000})
  void anEventThatIsTooLongIsToldByItsBeginning(int chunk) {
    int most = 10_000;
    SseParser parser = new SseParser(most, told);
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
    byte[] b = stream.getBytes(UTF_8);
    for (int i = 0; i < b.length; i += chunk) {
      parser.feed(b, i, Math.min(chunk, b.length - i));
    }
    assertThat(told.all)
        .containsExactly("message|1|" + fits, "too long 8192/24001", "message|-|after");
    assertThat(parser.lastEventId()).isEqualTo("2");
  }

  @Test
  void itsBeginningAndItsEnd() {
    List<byte[]> heads = new ArrayList<>();
    List<byte[]> tails = new ArrayList<>();
    SseParser.Sink sink =
        new SseParser.Sink() {
          @Override
          public void event(SseEvent e) {
            throw new AssertionError(e);
          }

          @Override
          public void retry(long millis) {
            throw new AssertionError(millis);
          }

          @Override
          public void tooLong(byte[] head, byte[] tail, long length) {
            heads.add(head);
            tails.add(tail);
          }
        };
    feed(new SseParser(5, sink), "data:ab\ndata:cd\ndata:ef\n\n");
    feed(new SseParser(20_000, sink), "data:" + "0123456789".repeat(3_000) + "\n\n");
    assertThat(new String(heads.getFirst(), UTF_8)).isEqualTo("ab\ncd\nef");
    assertThat(new String(heads.get(1), UTF_8))
        .isEqualTo("0123456789".repeat(820).substring(0, Parts.ENDS));
    assertThat(new String(tails.getFirst(), UTF_8)).isEqualTo("ab\ncd\nef");
    assertThat(new String(tails.get(1), UTF_8)).isEqualTo("89" + "0123456789".repeat(819));
  }

  @Test
  @DisplayName("An event without an end takes no more memory than is let through")
  void bounded() {
    SseParser parser = new SseParser(1_000, told);
    byte[] mib = new byte[1 << 20];
    Arrays.fill(mib, (byte) 'x');
    feed(parser, "data:");
    for (int i = 0; i < 200; i++) {
      parser.feed(mib, 0, mib.length);
    }
    feed(parser, "\n\n");
    assertThat(told.all).containsExactly("too long " + Parts.ENDS + "/" + 200L * mib.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 16_384, 1_000_000})
  @DisplayName("what does not fit into the session's share is told so; what does counts meanwhile")
  @Test
  void idsTypesAndNamesHaveABoundToo() {
    String much = "x".repeat(100_000);
    SseParser parser =
        fed("id: 1\n\nid: " + much + "\nevent: " + much + "\n" + much + ": y\ndata: a\n\n");
    assertThat(told.all).containsExactly("message|1|", much.substring(0, Parts.ENDS) + "|-|a");
    assertThat(parser.lastEventId()).isEqualTo("1");
  }

  @Test
  void afterASinkThatThrewTheNextEventIsWhole() {
    Told after = new Told();
    SseParser.Sink sink =
        new SseParser.Sink() {
          @Override
          public void event(SseEvent e) {
            if (e.id().equals(Optional.of("bad"))) {
              throw new IllegalStateException("told");
            }
            after.event(e);
          }

          @Override
          public void retry(long millis) {
            after.retry(millis);
          }

          @Override
          public void tooLong(byte[] head, byte[] tail, long length) {
            after.tooLong(head, tail, length);
          }
        };
    SseParser parser = new SseParser(MOST, sink);
    assertThatThrownBy(() -> feed(parser, "id:bad\nevent:e\ndata:x\n\n")).hasMessage("told");
    feed(parser, "data:y\n\n");
    assertThat(after.all).containsExactly("message|-|y");
  }

  @Test
  @DisplayName("Any chunking gives the same events")
  void anyChunking() {
    for (int run = 0; run < 2_000; run++) {
      RandomGenerator random = new SplittableRandom(run);
      byte[] stream = stream(random).getBytes(UTF_8);
      if (random.nextInt(4) == 0 && stream.length > 0) {
        stream[random.nextInt(stream.length)] = (byte) random.nextInt(256);
      }
      Told whole = new Told();
      SseParser one = new SseParser(40, whole);
      one.feed(stream, 0, stream.length);
      Told cut = new Told();
      SseParser many = new SseParser(40, cut);
      int i = 0;
      while (i < stream.length) {
        int n = Math.min(stream.length - i, random.nextInt(9));
        byte[] chunk = new byte[n + 5]; // the parser must not look beside it, nor keep it
        System.arraycopy(stream, i, chunk, 3, n);
        many.feed(chunk, 3, n);
        Arrays.fill(chunk, (byte) 'Z');
        i += n;
      }
      assertThat(cut.all).as("seed %s", run).isEqualTo(whole.all);
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
