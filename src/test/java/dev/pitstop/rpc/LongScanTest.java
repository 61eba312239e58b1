package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// S2: what is noted of long strings while a line is read changes nothing of what the line is.
class LongScanTest {
  private static final int MAX = 64 * 1024 * 1024;
  private static final String[] ESCAPES = {
    "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\u00e9", "\\uD83D\\uDE00"
  };
  private static final String[] FAULTS = {
    "\\x", "\\u12g4", "\\u123x", "\t", "\u0000", "\"", "\\", "\\u12"
  };

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  private void put(String s) {
    text.writeBytes(s.getBytes(UTF_8));
  }

  /// A message with strings of all lengths, with or without escapes, sometimes with a fault.
  private byte[] message(Random random) {
    text.reset();
    put(" ".repeat(random.nextInt(3)) + "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{");
    int members = 1 + random.nextInt(6);
    for (int i = 0; i < members; i++) {
      put((i > 0 ? "," : "") + "\"m" + i + "\":\"");
      string(random, random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(90_000));
      put("\"");
    }
    put("}}");
    byte[] all = text.toByteArray();
    if (random.nextInt(5) == 0) { // cut off somewhere
      return Arrays.copyOf(all, random.nextInt(all.length));
    }
    return all;
  }

  private void string(Random random, int length) {
    int every =
        switch (random.nextInt(3)) {
          case 0 -> Integer.MAX_VALUE;
          case 1 -> 1 + random.nextInt(2_000);
          default -> 1 + random.nextInt(6);
        };
    boolean faulty = random.nextInt(12) == 0;
    int fault = random.nextInt(Math.max(1, length));
    for (int i = 0; i < length; i++) {
      if (i % every == every - 1) {
        put(ESCAPES[random.nextInt(ESCAPES.length)]);
      } else if (faulty && i == fault) {
        put(FAULTS[random.nextInt(FAULTS.length)]);
      } else {
        text.write(i % 97 == 0 ? ' ' : 'a' + i % 26);
      }
    }
  }

  private static InputStream inPieces(byte[] all, Random random) {
    return new ByteArrayInputStream(all) {
      @Override
      public int read(byte[] b, int from, int length) {
        return super.read(b, from, Math.min(length, 1 + random.nextInt(70_000)));
      }
    };
  }

  private static Line next(LineReader reader) throws IOException, InterruptedException {
    return reader.next();
  }

  private static String described(Message m) {
    return switch (m) {
      case Message.Request r -> "request " + r.id() + r.idSpan() + r.method() + r.params();
      case Message.Notification n -> "notification " + n.method() + n.params();
      case Message.Result r -> {
        StringBuilder all = new StringBuilder("result " + r.id() + r.idSpan() + r.result());
        for (int i = 0; i < 6; i++) {
          all.append(r.member("m" + i));
        }
        yield all.toString();
      }
      case Message.Failure f -> "failure " + f.id() + f.idSpan() + f.error();
      case Message.Malformed x -> "malformed " + x.problem() + x.id() + x.detail();
    };
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.pitstop.rpc.JsonGenerator#seeds")
  void sameMessages(long seed) throws IOException, InterruptedException {
    Random random = new Random(seed);
    for (int round = 0; round < Rounds.of(60); round++) {
      byte[] first = message(random);
      byte[] second = message(random);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      if (random.nextBoolean()) {
        all.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
      }
      all.writeBytes(first);
      all.writeBytes(random.nextBoolean() ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
      all.writeBytes(second);
      all.write('\n');
      LineReader reader = new LineReader(inPieces(all.toByteArray(), random), MAX, () -> {});
      for (byte[] expected : new byte[][] {first, second}) {
        if (!new String(expected, UTF_8).isBlank()) {
          Line.Text line = (Line.Text) next(reader);
          assertThat(line.bytes()).isEqualTo(expected);
          assertThat(described(Codec.parse(line))).isEqualTo(described(Codec.parse(expected)));
        }
      }
      assertThat(next(reader)).isInstanceOf(Line.End.class);
    }
  }

  private Line.Text read(String line) throws IOException, InterruptedException {
    InputStream in = inPieces((line + "\n").getBytes(UTF_8), new Random(1));
    return (Line.Text) next(new LineReader(in, MAX, () -> {}));
  }

  @Test
  @DisplayName("A long string is noted, where it begins and ends and whether it has escapes")
  void noted() throws IOException, InterruptedException {
    String head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":";
    Line.Text plain = read(head + "\"" + "x".repeat(300_000) + "\"}}");
    assertThat(plain.known().from(0)).isEqualTo(head.length());
    assertThat(plain.known().to(0)).isEqualTo(head.length() + 300_002);
    assertThat(plain.known().escaped(0)).isFalse();
    assertThat(plain.known().from(1)).isEqualTo(-1);
    Line.Text escaped = read(head + "\"" + "x\\n".repeat(100_000) + "\"}}");
    assertThat(escaped.known().escaped(0)).isTrue();
    assertThat(Codec.parse(escaped)).isInstanceOf(Message.Result.class);
    Line.Text two =
        read(head + "\"" + "x\\n".repeat(40_000) + "\",\"y\":\"" + "x".repeat(9_000) + "\"}}");
    assertThat(two.known().escaped(0)).isTrue();
    assertThat(two.known().escaped(1)).isFalse();
  }

  @Test
  @DisplayName("Where strings are short they are not looked for: the parser is as fast")
  void shortStrings() throws IOException, InterruptedException {
    String members = "\"name\":\"value\",".repeat(20_000);
    Line.Text line =
        read(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
                + members
                + "\"last\":\""
                + "x".repeat(300_000)
                + "\"}}");
    assertThat(line.known().from(0)).isEqualTo(-1);
    assertThat(Codec.parse(line)).isInstanceOf(Message.Result.class);
  }

  @Test
  @DisplayName("A fault behind a long string is told where it is")
  void fault() throws IOException, InterruptedException {
    String line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\"" + "x".repeat(300_000) + "\"]}";
    assertThat(((Message.Malformed) Codec.parse(read(line))).detail())
        .isEqualTo("unexpected ']' at byte " + line.indexOf(']'));
  }
}
