package dev.pitstop.channel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Peer;
import dev.pitstop.harness.Await;
import dev.pitstop.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Two things that happen to a connection one after the other, or at once. The test is the daemon:
/// it accepts, reads and answers step by step; the client is a thread of its own.
@DisplayName("pairs of events on a connection of our own")
class SocketWirePairsTest {
  private static final int GUARD_MILLIS = 30_000;
  private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok";

  private final FakeTimers timers = new FakeTimers();
  private final SocketWire wire =
      new SocketWire(
          timers,
          () -> {
            throw new AssertionError("not for long messages");
          });
  private final List<Client> clients = new ArrayList<>();
  private final List<Peer> peers = new ArrayList<>();
  private ServerSocket server;
  private URI url;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    server.setSoTimeout(GUARD_MILLIS);
    url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/mcp");
  }

  /// Whatever was done, no thread is left.
  @AfterEach
  void close() throws IOException {
    wire.close();
    for (Client c : clients) {
      Await.until("the end of the client's thread", () -> !c.thread.isAlive());
    }
    for (Peer p : peers) {
      p.socket.close();
    }
    server.close();
  }

  /// How the daemon ends a connection.
  enum How {
    CLOSE,
    RESET
  }

  /// The daemon's end of a connection.
  private static final class Peer {
    private final Socket socket;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(GUARD_MILLIS);
      socket.setTcpNoDelay(true);
    }

    /// The next request's body; empty at the end of the connection.
    String request() throws IOException {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      InputStream in = socket.getInputStream();
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int b = in.read();
        if (b < 0) {
          return "";
        }
        head.write(b);
      }
      String text = head.toString(StandardCharsets.ISO_8859_1);
      int at = text.indexOf("Content-Length: ") + 16;
      int length = Integer.parseInt(text.substring(at, text.indexOf('\r', at)));
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    void write(String text) throws IOException {
      socket
          .getOutputStream()
          .write(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    void end(How how) throws IOException {
      if (how == How.RESET) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    }

    /// Waits until the client has ended it.
    void awaitEnd() {
      try {
        while (socket.getInputStream().read() >= 0) {
          // what was on its way
        }
      } catch (java.net.SocketTimeoutException e) {
        throw new AssertionError("the client keeps the connection open", e);
      } catch (IOException e) {
        // reset: an end too
      }
    }
  }

  private Peer accept() throws IOException {
    Peer peer = new Peer(server.accept());
    peers.add(peer);
    return peer;
  }

  /// An exchange on a thread of its own: `200 ok`, or what was thrown.
  private final class Client {
    private final BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
    private final Thread thread;

    Client(Wire.Ask ask) {
      thread =
          Thread.ofVirtual()
              .start(() -> {
                try (Wire.Answer answer = wire.send(ask)) {
                  heads.add("" + answer.status());
                  String body =
                      new String(answer.body().readAllBytes(), StandardCharsets.ISO_8859_1);
                  outcome.add(answer.status() + " " + body);
                } catch (IOException | InterruptedException | RuntimeException e) {
                  outcome.add(e);
                }
              });
      clients.add(this);
    }

    Object outcome() {
      return Await.take("an outcome", outcome);
    }

    /// It has done what it can until somebody else does something.
    void awaitWaits() {
      Await.until(
          "the client waits",
          () ->
              thread.getState() == Thread.State.WAITING
                  || thread.getState() == Thread.State.TIMED_WAITING
                  || !thread.isAlive());
    }
  }

  private Wire.Ask post(String body, Header... headers) {
    return new Wire.Ask(
        "POST",
        url,
        List.of(headers),
        Optional.of(body.getBytes(StandardCharsets.UTF_8)),
        Optional.empty());
  }

  private Client client(String body, Header... headers) {
    return new Client(post(body, headers));
  }

  /// An exchange after which the connection is kept.
  private Peer kept() throws IOException {
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.request()).isEqualTo("first");
    peer.write(OK);
    assertThat(client.outcome()).isEqualTo("200 ok");
    return peer;
  }

  private static void isUnknown(Object outcome) {
    assertThat(outcome).isInstanceOf(IOException.class).isNotInstanceOf(Wire.NotSent.class);
  }

  @ParameterizedTest
  @CsvSource({"CLOSE", "RESET"})
  @DisplayName("Closed just before it is used again: a fresh connection, and sent once")
  void closedBeforeReuse(How how) throws IOException {
    kept().end(how);
    Client client = client("second");
    Peer fresh = accept();
    assertThat(fresh.request()).isEqualTo("second");
    fresh.write(OK);
    assertThat(client.outcome()).isEqualTo("200 ok");
    client("third");
    assertThat(fresh.request()).isEqualTo("third"); // nothing came between
    fresh.write(OK);
  }

  @ParameterizedTest
  @CsvSource({"CLOSE", "RESET"})
  @DisplayName("closed just after it was used again: unknown, and nothing is repeated")
  void closedAfterReuse(How how) throws IOException {
    Peer peer = kept();
    Client client = client("second");
    assertThat(peer.request()).isEqualTo("second");
    peer.end(how);
    isUnknown(client.outcome());
    client("third");
    assertThat(accept().request()).isEqualTo("third");
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSE, ''",
    "RESET, ''",
    "CLOSE, HTTP/1.1 200",
    "CLOSE, 'HTTP/1.1 200 OK\nContent-Length: 2'",
    "CLOSE, 'HTTP/1.1 100 Continue\n\n'",
    "CLOSE, 'HTTP/1.1 200 OK\nContent-Length: 2\n\n'",
    "RESET, 'HTTP/1.1 200 OK\nContent-Length: 2\n\no'",
    "CLOSE, 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n'",
    "CLOSE, 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n'",
    "RESET, 'HTTP/1.1 200 OK\n\nok'",
  })
  @DisplayName("killed between request and answer: unknown, and nothing is repeated")
  void killed(How how, String begun) throws IOException {
    answersAndCloses(OK); // so that nobody wonders whether it speaks TLS
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.request()).isEqualTo("first");
    peer.write(begun);
    if (how == How.RESET && !begun.isEmpty()) {
      assertThat(Await.take("a head", client.heads)).isEqualTo("200");
      client.awaitWaits();
    }
    peer.end(how);
    isUnknown(client.outcome());
    client("second");
    assertThat(accept().request()).isEqualTo("second");
  }

  @ParameterizedTest
  @ValueSource(strings = {OK, "HTTP/1.1 200 OK\n\nok"})
  @DisplayName("One that answers and closes: answered, and the next has a connection of its own")
  void answersAndCloses(String answer) throws IOException {
    for (int i = 0; i < 3; i++) {
      Client client = client("call " + i);
      Peer peer = accept();
      assertThat(peer.request()).isEqualTo("call " + i);
      peer.write(answer);
      peer.end(How.CLOSE);
      assertThat(client.outcome()).isEqualTo("200 ok");
    }
  }

  @Test
  @DisplayName("38: one that answers before it has read the request, and hangs up")
  void answersEarly() throws IOException {
    Client client = client("x".repeat(SocketWire.LONG));
    Peer peer = accept();
    assertThat(peer.socket.getInputStream().read()).isEqualTo('P');
    peer.write("HTTP/1.1 401 Unauthorized\nContent-Length: 4\n\nwho?");
    peer.end(How.CLOSE); // with bytes unread: the system resets it
    assertThat(client.outcome()).isEqualTo("401 who?");
    client("second");
    assertThat(accept().request()).isEqualTo("second");
  }

  @Test
  @DisplayName("38: one that answers while the request is still on its way, and hangs up")
  void answersWhileWriting() throws IOException {
    Client client = client("{}", new Header("X-Long", "x".repeat(16 * 1024 * 1024)));
    Peer peer = accept();
    client.awaitWaits(); // there is no room for more
    assertThat(client.heads).isEmpty();
    peer.write("HTTP/1.1 431 Request Header Fields Too Large\nContent-Length: 4\n\nlong");
    peer.end(How.CLOSE);
    Object outcome = client.outcome();
    if (outcome instanceof IOException) {
      isUnknown(outcome);
    } else {
      assertThat(outcome).isEqualTo("431 long");
    }
  }

  @Test
  @DisplayName("One that answers early and reads the rest later keeps its connection")
  void answersEarlyAndReads() throws IOException {
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.socket.getInputStream().read()).isEqualTo('P');
    peer.write(OK);
    assertThat(client.outcome()).isEqualTo("200 ok");
    assertThat(peer.request()).isEqualTo("first");
    client("second");
    assertThat(peer.request()).isEqualTo("second");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\n\n", "HTTP/1.1 408 Request Timeout\nContent-Length: 0\n\n"})
  @DisplayName("More behind an answer than belongs to it: nobody reads it as the next one")
  void moreBehind(String more) throws IOException {
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.request()).isEqualTo("first");
    peer.write(OK + more);
    assertThat(client.outcome()).isEqualTo("200 ok");
    Client second = client("second");
    Peer fresh = accept();
    assertThat(fresh.request()).isEqualTo("second");
    fresh.write(OK);
    assertThat(second.outcome()).isEqualTo("200 ok");
    peer.awaitEnd();
  }

  @Test
  @DisplayName("The same if it comes later, while nobody uses the connection")
  void moreLater() throws IOException {
    Peer peer = kept();
    peer.write("HTTP/1.1 408 Request Timeout\nContent-Length: 0\n\n");
    timers.advance(SocketWire.SWEEP_MILLIS);
    peer.awaitEnd();
    client("second");
    assertThat(accept().request()).isEqualTo("second");
  }

  @Test
  @DisplayName("Two at once have a connection each, and both are used again")
  void twoAtOnce() throws IOException {
    Client a = client("a");
    Peer first = accept();
    assertThat(first.request()).isEqualTo("a");
    Client b = client("b");
    Peer second = accept();
    assertThat(second.request()).isEqualTo("b");
    second.write(OK);
    assertThat(b.outcome()).isEqualTo("200 ok");
    first.write(OK);
    assertThat(a.outcome()).isEqualTo("200 ok");
    client("c");
    assertThat(first.request()).isEqualTo("c"); // the one that was used last
    client("d");
    assertThat(second.request()).isEqualTo("d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\rb", "a\nb", "a\r\nY: b", "a\0b", "\u007F", "\u001B[0m"})
  @DisplayName("a header's value with a control character never leaves, nor does the rest")
  void controlCharacters(String value) throws IOException {
    Peer peer = kept();
    assertThatThrownBy(() -> wire.send(post("bad", new Header("X", value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(value);
    client("good");
    assertThat(peer.request()).isEqualTo("good");
  }

  // Whoever is interrupted.

  private void isInterrupted(Client client, Peer peer) throws IOException {
    client.thread.interrupt();
    assertThat(client.outcome())
        .isInstanceOfAny(InterruptedException.class, InterruptedIOException.class);
    peer.awaitEnd();
    client("next");
    assertThat(accept().request()).isEqualTo("next");
  }

  @Test
  @Tag("slow")
  @DisplayName("Interrupted while it writes: the connection is closed")
  void interruptedInWrite() throws IOException {
    Client client = client("{}", new Header("X-Long", "x".repeat(16 * 1024 * 1024)));
    Peer peer = accept();
    client.awaitWaits();
    isInterrupted(client, peer);
  }

  @Test
  @DisplayName("Interrupted while it waits for the head, of a kept connection too")
  void interruptedInHead() throws IOException {
    Peer peer = kept();
    Client client = client("second");
    assertThat(peer.request()).isEqualTo("second");
    peer.write("HTTP/1.1 200 OK\nContent-");
    client.awaitWaits();
    isInterrupted(client, peer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 9\n\nok",
        "Transfer-Encoding: chunked\n\n2\nok\n",
        "Transfer-Encoding: chunked\n\n9\nok",
        "X: y\n\nok",
      })
  @DisplayName("Interrupted in the body, whatever it is framed by")
  void interruptedInBody(String answer) throws IOException {
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.request()).isEqualTo("first");
    peer.write("HTTP/1.1 200 OK\n" + answer);
    assertThat(Await.take("a head", client.heads)).isEqualTo("200");
    client.awaitWaits();
    isInterrupted(client, peer);
  }

  @Test
  @DisplayName("Interrupted before it begins: a kept connection is left as it is, or closed")
  void interruptedBefore() throws IOException {
    kept();
    BlockingQueue<Object> thrown = new LinkedBlockingQueue<>();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              Thread.currentThread().interrupt();
              try {
                thrown.add(wire.send(post("never")).status());
              } catch (IOException | InterruptedException e) {
                thrown.add(e);
              }
            });
    assertThat(Await.take("an outcome", thrown)).isInstanceOf(InterruptedException.class);
    Await.until("the end of its thread", () -> !thread.isAlive());
  }

  @Test
  @DisplayName("Interrupted while it connects: it was not sent, and nobody waits any longer")
  void interruptedInConnect() throws IOException {
    List<SocketChannel> full = new ArrayList<>();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      InetSocketAddress at = new InetSocketAddress(busy.getInetAddress(), busy.getLocalPort());
      fill(at, full);
      URI there = URI.create("http://127.0.0.1:" + at.getPort() + "/mcp");
      Client client =
          new Client(
              new Wire.Ask("POST", there, List.of(), Optional.of(new byte[2]), Optional.empty()));
      client.awaitWaits();
      client.thread.interrupt();
      assertThat(client.outcome()).isInstanceOf(InterruptedException.class);
    } finally {
      for (SocketChannel c : full) {
        c.close();
      }
    }
  }

  /// Connects until the system takes no connection more that nobody accepts.
  private static void fill(InetSocketAddress at, List<SocketChannel> into) throws IOException {
    for (int inARow = 0; inARow < 3 && into.size() < 50; ) {
      SocketChannel one = SocketChannel.open();
      into.add(one);
      one.configureBlocking(false);
      inARow = one.connect(at) || one.finishConnect() ? 0 : inARow + 1;
    }
  }

  @Test
  @DisplayName("The end of the wire ends what waits for an answer, with an exception")
  void closedWhileWaiting() throws IOException {
    Client client = client("first");
    Peer peer = accept();
    assertThat(peer.request()).isEqualTo("first");
    wire.close();
    isUnknown(client.outcome());
    peer.awaitEnd();
  }
}
