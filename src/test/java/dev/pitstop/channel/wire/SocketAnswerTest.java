package dev.pitstop.channel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How an answer is read, whatever pieces it comes in. What is wrong with it must never be taken
/// for a whole answer, and what is left of it never for the next one.
@DisplayName("RFC 9112: an answer, in any pieces, and what is none")
class SocketAnswerTest {
  private static final int ROUNDS = 300;
  private static final long SEED = Rounds.seed(20_261_122);

  /// What was made of an answer.
  ///
  /// @param connection `kept`, `dropped`; `open` if neither
  record Read(int status, String header, String body, String connection) {}

  /// An answer as it was recorded.
  ///
  /// @param ends whether the end of the connection is the end of the body
  record Recorded(String name, String text, Read read, boolean ends) {
    byte[] bytes() {
      return wire(text);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static byte[] wire(String text) {
    return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  static List<Recorded> recorded() {
    return List.of(
        new Recorded(
            "Content-Length",
            "HTTP/1.1 200 OK\nX-H: a\nContent-Length: 11\n\n[1,2,3,4,5]",
            new Read(200, "a", "[1,2,3,4,5]", "kept"),
            false),
        new Recorded(
            "chunked, with extensions and trailers",
            """
            HTTP/1.1 200 OK
            X-H: a
            Transfer-Encoding: chunked

            2;x=y;z="q"
            ab
            A\s
            0123456789
            0;last
            T: 1
            U: 2

            """,
            new Read(200, "a", "ab0123456789", "kept"),
            false),
        new Recorded(
            "until the end of the connection",
            "HTTP/1.1 200 OK\nX-H: a\n\nto the end",
            new Read(200, "a", "to the end", "dropped"),
            true),
        new Recorded(
            "100 Continue and 103 Early Hints before",
            "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nX-H: z\nContent-Length: 9\n\n"
                + "HTTP/1.1 200 OK\nX-H: a\nContent-Length: 2\n\nok",
            new Read(200, "a", "ok", "kept"),
            false),
        new Recorded(
            "headers over several lines, of any case, with blanks",
            "HTTP/1.1 200 OK\nx-h:  one\n two\n\tthree \nCONTENT-LENGTH:\t2\t\n\nok",
            new Read(200, "one two three", "ok", "kept"),
            false),
        new Recorded(
            "nothing but a head",
            "HTTP/1.1 204 No Content\nX-H: a\n\n",
            new Read(204, "a", "", "kept"),
            false),
        new Recorded(
            "HTTP/1.0",
            "HTTP/1.0 404 Not Found\nX-H: a\nContent-Length: 4\n\ngone",
            new Read(404, "a", "gone", "dropped"),
            false));
  }

  /// Reads an answer to its end, in pieces of at most so many bytes.
  private static Read read(ScriptedChannel channel, int most) throws IOException {
    List<String> connection = new ArrayList<>(List.of("open"));
    SocketConnection c = new SocketConnection("a", channel);
    try (SocketAnswer answer =
        new SocketAnswer(
            c, (kept, millis) -> connection.add("kept"), dropped -> connection.add("dropped"))) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      byte[] piece = new byte[most];
      for (int n = answer.read(piece); n >= 0; n = answer.read(piece)) {
        body.write(piece, 0, n);
      }
      assertThat(connection).as("given back once").hasSizeLessThanOrEqualTo(2);
      return new Read(
          answer.status(),
          answer.header("x-H").orElse(""),
          body.toString(StandardCharsets.ISO_8859_1),
          connection.getLast());
    }
  }

  private static Read read(String text) throws IOException {
    return read(new ScriptedChannel(wire(text)), 100);
  }

  @ParameterizedTest
  @MethodSource("recorded")
  @DisplayName("In two pieces, cut at every byte")
  void everyCut(Recorded recorded) throws IOException {
    byte[] all = recorded.bytes();
    for (int cut = 0; cut <= all.length; cut++) {
      ScriptedChannel channel =
          new ScriptedChannel(
              Arrays.copyOfRange(all, 0, cut), Arrays.copyOfRange(all, cut, all.length));
      assertThat(read(channel, 16 * 1024)).as("cut at %d", cut).isEqualTo(recorded.read());
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  @DisplayName("In pieces of any length, read in pieces of any length")
  void anyPieces(Recorded recorded) throws IOException {
    byte[] all = recorded.bytes();
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      int longest = 1 + random.nextInt(20);
      List<byte[]> pieces = new ArrayList<>();
      for (int at = 0; at < all.length; ) {
        int to = Math.min(all.length, at + 1 + random.nextInt(longest));
        pieces.add(Arrays.copyOfRange(all, at, to));
        at = to;
      }
      ScriptedChannel channel = new ScriptedChannel(pieces.toArray(byte[][]::new));
      assertThat(read(channel, 1 + random.nextInt(20)))
          .as("seed %d, round %d", SEED, round)
          .isEqualTo(recorded.read());
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  @DisplayName("one that breaks off is no answer, at whichever byte it does")
  void everyEnd(Recorded recorded) throws IOException {
    byte[] all = recorded.bytes();
    int head = recorded.text().lastIndexOf("\n\n", recorded.ends() ? all.length : 0);
    for (int end = 0; end < all.length; end++) {
      ScriptedChannel channel = new ScriptedChannel(Arrays.copyOf(all, end));
      if (recorded.ends() && end >= wire(recorded.text().substring(0, head + 2)).length) {
        assertThat(read(channel, 7).connection()).isEqualTo("dropped");
      } else {
        assertThatThrownBy(() -> read(channel, 7))
            .as("ends at %d", end)
            .isInstanceOf(IOException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -1",
        "Content-Length: +2",
        "Content-Length: 0x2",
        "Content-Length:",
        "Content-Length: 2 2",
        "Content-Length: 2, 3",
        "Content-Length: 99999999999999999999",
        "Content-Length: 2\nContent-Length: 3",
        "Content-Length: 3\nX: y\ncontent-length: 2",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: gzip\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked",
      })
  @DisplayName("6.1, 6.3: a length that is none, two that differ, an encoding nobody asked for")
  void absurdLength(String headers) {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\n" + headers + "\n\n2\nok\n0\n\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("its answer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2\nContent-Length: 2",
        "Content-Length : 2",
        "Content-Length: 02"
      })
  @DisplayName("6.3, 5.1: a length that is said twice or with a blank before the colon is one")
  void oddLength(String headers) throws IOException {
    assertThat(read("HTTP/1.1 200 OK\n" + headers + "\n\nok"))
        .isEqualTo(new Read(200, "", "ok", "kept"));
  }

  @Test
  @DisplayName("An encoding that changes nothing, as of RFC 2616, is none")
  void identity() throws IOException {
    String head = "HTTP/1.1 200 OK\nTransfer-Encoding: identity\n";
    assertThat(read(head + "\nok")).isEqualTo(new Read(200, "", "ok", "dropped"));
    assertThat(read(head + "Content-Length: 2\n\nok")).isEqualTo(new Read(200, "", "ok", "kept"));
  }

  @Test
  @DisplayName("6.3: chunks go before a length, and such a connection is not used again")
  void chunksAndLength() throws IOException {
    assertThat(
            read("HTTP/1.1 200 OK\nContent-Length: 9\nTransfer-Encoding: Chunked\n\n2\nok\n0\n\n"))
        .isEqualTo(new Read(200, "", "ok", "dropped"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1\nok",
        "+2\nok",
        "zz\nok",
        "\nok",
        " \nok",
        "0x2\nok",
        "10000000000000002\nok",
        "2\nokay\n0\n",
        "2\nok0\n",
        "ffffffffffffff\nok",
      })
  @DisplayName("7.1: a chunk's length that is none, or not that of the chunk")
  void absurdChunk(String chunks) {
    assertThatThrownBy(
            () -> read("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n" + chunks + "\n0\n\n"))
        .isInstanceOf(IOException.class);
  }

  @Test
  @DisplayName("What is spoilt in its chunks is not used again, whatever lies behind")
  void spoiltChunks() throws IOException {
    List<String> connection = new ArrayList<>();
    byte[] all = wire("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzz\n0\n\n");
    SocketAnswer answer =
        new SocketAnswer(
            new SocketConnection("a", new ScriptedChannel(all)),
            (kept, millis) -> connection.add("kept"),
            dropped -> connection.add("dropped"));
    assertThatThrownBy(answer::read).isInstanceOf(IOException.class);
    answer.close();
    answer.close();
    assertThat(connection).containsExactly("dropped");
  }

  @Test
  @DisplayName("9.6: `close` counts in whichever `Connection` header it is")
  void closeSaidLater() throws IOException {
    assertThat(
            read("HTTP/1.1 200 OK\nConnection: keep-alive\nConnection: X, Close\n"
                    + "Content-Length: 2\n\nok")
                .connection())
        .isEqualTo("dropped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/2 200 OK",
        "HTTP/1.1 2x0 OK",
        "HTTP/1.1  200",
        "HTTP/1.1",
        "http/1.1 200 OK",
        "ICY 200 OK and more",
        "<html><body>Not Found",
      })
  @DisplayName("4: a first line that is none")
  void noHttp(String line) {
    assertThatThrownBy(() -> read(line + "\nContent-Length: 2\n\nok"))
        .isInstanceOf(Wire.Unreadable.class)
        .hasMessage("does not speak HTTP on this port: it said `" + line + "`");
  }

  static Stream<Arguments> otherProtocols() {
    return Stream.of(
        Arguments.of("SSH-2.0-OpenSSH_9.2\n", "it said `SSH-2.0-OpenSSH_9.2`"),
        Arguments.of("\u0007\0ready", "it said `..ready`"),
        Arguments.of("220 " + "x".repeat(99) + "\n", "x…`"),
        Arguments.of("\u0015\u0003\u0001\0\u0002\u0002F", "speaks TLS on this port: use https://"));
  }

  @ParameterizedTest
  @MethodSource("otherProtocols")
  @DisplayName("a port of another kind is told by what it says, with or without a line's end")
  void otherProtocol(String said, String told) {
    assertThatThrownBy(() -> read(said))
        .isInstanceOf(Wire.Unreadable.class)
        .hasMessageContaining(told);
  }

  @Test
  @DisplayName("A head without an end takes no more memory than is let through")
  void endlessHead() {
    String line = "X: " + "y".repeat(1_000) + "\n";
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\n" + line.repeat(1_000)))
        .isInstanceOf(Wire.Unreadable.class)
        .hasMessageContaining("more than 384 KiB of headers, the limit of Pitstop");
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\nX: " + "y".repeat(1_000_000)))
        .isInstanceOf(Wire.Unreadable.class)
        .hasMessageContaining("more than 384 KiB of headers, the limit of Pitstop");
  }

  @Test
  @DisplayName("Trailers without an end are not read for ever")
  void endlessTrailers() {
    String line = "X: " + "y".repeat(1_000) + "\n";
    assertThatThrownBy(
            () -> read("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n" + line.repeat(1_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too long");
  }

  @Test
  @DisplayName("Keep-Alive: how long the daemon keeps it, less what its clock may differ")
  void keepAlive() throws IOException {
    List<Optional<Long>> said = new ArrayList<>();
    for (String header :
        List.of(
            "X: y",
            "Keep-Alive: timeout=5, max=100",
            "Keep-Alive: max=100, timeout=0",
            "Keep-Alive: timeout=x",
            "Keep-Alive: timeout=99999999999999999999")) {
      byte[] all = wire("HTTP/1.1 200 OK\nContent-Length: 0\n" + header + "\n\n");
      new SocketAnswer(
              new SocketConnection("a", new ScriptedChannel(all)),
              (kept, millis) -> said.add(millis),
              dropped -> said.add(Optional.of(-1L)))
          .close();
    }
    assertThat(said)
        .containsExactly(
            Optional.empty(),
            Optional.of(4_500L),
            Optional.of(0L),
            Optional.empty(),
            Optional.empty());
  }
}
