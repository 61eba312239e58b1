package dev.pitstop.channel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.backend.FakeTimers;
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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What every daemon may do to a connection; what Pitstop makes of it is in the tests of `Http`.
@DisplayName("RFC 9112: a request, and an answer on a connection that is kept")
class SocketWireTest {
  private static final String END = "<end>";

  private final FakeTimers timers = new FakeTimers();
  private final BlockingQueue<Wire.Ask> others = new LinkedBlockingQueue<>();
  private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private final SocketWire wire = new SocketWire(timers, Other::new);
  private ServerSocket server;
  private URI url;

  /// Takes long messages.
  private final class Other implements Wire {
    @Override
    public Answer send(Ask ask) throws IOException {
      others.add(ask);
      throw new IOException("taken");
    }

    @Override
    public void rest() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/mcp?a=b");
    Thread.ofVirtual().start(this::serve);
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
    server.close();
  }

  private void serve() {
    try {
      while (true) {
        Socket socket = server.accept();
        accepted.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // the test is over
    }
  }

  /// Answers each request with the next answer; one that ends with `END` is followed by the
  /// connection's.
  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      while (true) {
        String request = request(in);
        if (request.isEmpty()) {
          return;
        }
        requests.add(request);
        String answer = answers.take();
        String sent = answer.replace("\n", "\r\n").replace(END, "");
        socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
        if (answer.endsWith(END)) {
          return;
        }
      }
    } catch (IOException | InterruptedException e) {
      // the client has hung up: its part of the test
    }
  }

  private static String request(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return "";
      }
      head.write(b);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int at = text.indexOf("Content-Length: ");
    if (at < 0) {
      return text;
    }
    int length = Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
    return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private Wire.Ask post(String body) {
    List<Header> headers = List.of(new Header("X-A", "1"));
    return new Wire.Ask(
        "POST", url, headers, Optional.of(body.getBytes(StandardCharsets.UTF_8)), Optional.empty());
  }

  private String exchange(String answer) throws Exception {
    answers.add(answer);
    try (Wire.Answer got = wire.send(post("{}"))) {
      return got.status() + " " + text(got.body());
    }
  }

  private static String text(InputStream body) throws IOException {
    return new String(body.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok";

  @Test
  @DisplayName("What is sent: the path with its query, Host, the given headers, the body")
  void request() throws Exception {
    assertThat(exchange(OK)).isEqualTo("200 ok");
    String request = Await.take("request", requests);
    assertThat(request)
        .startsWith("POST /mcp?a=b HTTP/1.1\r\nX-A: 1\r\n")
        .contains("\r\nHost: " + url.getAuthority() + "\r\n", "\r\nContent-Length: 2\r\n")
        .endsWith("\r\n\r\n{}");
  }

  @Test
  @DisplayName("One connection for one exchange after the other, whatever the form of the answers")
  void kept() throws Exception {
    assertThat(exchange(OK)).isEqualTo("200 ok");
    assertThat(exchange("HTTP/1.1 204 No Content\n\n")).isEqualTo("204 ");
    assertThat(
            exchange("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2;x=y\nab\n1\nc\n0\nT: 1\n\n"))
        .isEqualTo("200 abc");
    assertThat(exchange("HTTP/1.1 100 Continue\n\n" + OK)).isEqualTo("200 ok");
    assertThat(exchange("HTTP/1.1 202 Accepted\ncontent-length:0\n\n")).isEqualTo("202 ");
    assertThat(exchange(OK)).isEqualTo("200 ok");
    assertThat(accepted).hasSize(1);
  }

  @Test
  @DisplayName("Not kept: `Connection: close`, HTTP/1.0, and a body that ends with the connection")
  void notKept() throws Exception {
    assertThat(exchange("HTTP/1.1 200 OK\nConnection: Close\nContent-Length: 2\n\nok"))
        .isEqualTo("200 ok");
    assertThat(exchange("HTTP/1.0 200 OK\nContent-Length: 2\n\nok")).isEqualTo("200 ok");
    assertThat(exchange("HTTP/1.1 200 OK\n\nto the end" + END)).isEqualTo("200 to the end");
    assertThat(exchange(OK)).isEqualTo("200 ok");
    assertThat(accepted).hasSize(4);
  }

  @Test
  @DisplayName("A connection that the daemon has closed is not used again, and not kept open")
  void closedByDaemon() throws Exception {
    assertThat(exchange(OK + END)).isEqualTo("200 ok");
    Socket first = Await.take("connection", accepted);
    Await.until("the daemon has closed it", first::isClosed);
    assertThat(exchange(OK)).isEqualTo("200 ok");
    assertThat(accepted).hasSize(1);
  }

  @Test
  @DisplayName("A connection that nobody uses is closed in time, before the daemon would close it")
  void unused() throws Exception {
    assertThat(exchange(OK)).isEqualTo("200 ok");
    Socket first = Await.take("connection", accepted);
    timers.advance(SocketWire.KEPT_MILLIS + SocketWire.SWEEP_MILLIS);
    Await.until("Pitstop has closed it", first::isClosed); // its thread has read the end
    assertThat(timers.none()).isTrue();
    assertThat(exchange("HTTP/1.1 200 OK\nKeep-Alive: timeout=5\nContent-Length: 2\n\nok"))
        .isEqualTo("200 ok");
    Socket second = Await.take("connection", accepted);
    timers.advance(4_600);
    assertThat(exchange(OK)).isEqualTo("200 ok");
    Await.until("the second is closed", second::isClosed);
    assertThat(accepted).hasSize(1);
  }

  @Test
  @DisplayName("at rest none is kept, also none that becomes free then; the next is again")
  void rests() throws Exception {
    exchange(OK);
    Socket kept = accepted.take();
    answers.add(OK);
    try (Wire.Answer free = wire.send(post("{}"))) {
      wire.rest();
      assertThat(text(free.body())).isEqualTo("ok");
    }
    Await.until("the connection is ended", kept::isClosed);
    exchange(OK);
    exchange(OK);
    assertThat(accepted).hasSize(1);
    Socket again = accepted.take();
    wire.rest();
    Await.until("the connection is ended", again::isClosed);
  }

  @Test
  @DisplayName("What is not read is dropped with the connection, unless it is there already")
  void dropped() throws Exception {
    answers.add("HTTP/1.1 200 OK\nContent-Length: 1000\n\nhalf");
    try (Wire.Answer got = wire.send(post("{}"))) {
      assertThat(got.body().read()).isEqualTo('h');
    }
    assertThat(exchange(OK)).isEqualTo("200 ok");
    assertThat(accepted).hasSize(2);
  }

  @Test
  @DisplayName("A body that breaks off is an error, after what had come of it")
  void brokenOff() throws Exception {
    for (String head : List.of("Content-Length: 9", "Transfer-Encoding: chunked")) {
      answers.add(
          "HTTP/1.1 200 OK\n" + head + "\n\n" + (head.startsWith("T") ? "9\nabc" : "abc") + END);
      try (Wire.Answer got = wire.send(post("{}"))) {
        assertThat(got.body().readNBytes(3)).asString(StandardCharsets.UTF_8).isEqualTo("abc");
        assertThatThrownBy(() -> got.body().read()).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  @DisplayName("no answer, or none of HTTP, is an error of which nobody knows what it means")
  void noAnswer() {
    for (String answer :
        List.of(END, "SSH-2.0-x\n" + END, "HTTP/1.1 200 OK\nno header\n\n" + END)) {
      assertThatThrownBy(() -> exchange(answer))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(Wire.NotSent.class);
    }
  }

  @Test
  @DisplayName("nobody listens, or nobody knows the host: it was surely not sent")
  void notSent() throws Exception {
    try (Socket taken = new Socket()) { // its port is nobody else's, and nobody listens there
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      URI silent = URI.create("http://127.0.0.1:" + taken.getLocalPort() + "/mcp");
      assertThatThrownBy(() ->
              wire.send(
                  new Wire.Ask(
                      "POST",
                      silent,
                      List.of(),
                      Optional.of(new byte[] {'{', '}'}),
                      Optional.empty())))
          .isInstanceOf(Wire.NotSent.class)
          .hasMessage("connection refused");
    }
    Wire.Ask nowhere =
        new Wire.Ask(
            "POST",
            URI.create("http://x.invalid/"),
            List.of(),
            Optional.of(new byte[2]),
            Optional.empty());
    assertThatThrownBy(() -> wire.send(nowhere))
        .isInstanceOf(Wire.NotSent.class)
        .hasMessage("unknown host");
  }

  @Test
  @DisplayName("A stream has a connection of its own")
  void stream() throws Exception {
    assertThat(exchange(OK)).isEqualTo("200 ok");
    answers.add("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabc\n");
    try (Wire.Answer got =
        wire.send(new Wire.Ask("GET", url, List.of(), Optional.empty(), Optional.empty()))) {
      assertThat(got.body().readNBytes(3)).asString(StandardCharsets.UTF_8).isEqualTo("abc");
      assertThat(exchange(OK)).isEqualTo("200 ok");
      assertThat(accepted).hasSize(2);
    }
  }

  @Test
  @DisplayName("Whoever waits is interrupted, for the head and in the body")
  void interrupted() throws Exception {
    BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
    Thread head =
        Thread.ofVirtual()
            .start(() -> {
              try (Wire.Answer got = wire.send(post("{}"))) {
                thrown.add(new AssertionError("answered: " + got.status()));
              } catch (IOException | InterruptedException e) {
                thrown.add(e);
              }
            });
    Await.take("request", requests);
    head.interrupt();
    assertThat(Await.take("end", thrown)).isInstanceOf(InterruptedException.class);
    answers.add(END); // for the one that was interrupted
    Await.until("it has taken that", answers::isEmpty);
    BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    Thread body =
        Thread.ofVirtual()
            .start(() -> {
              try (Wire.Answer got = wire.send(post("{}"))) {
                begun.add(new String(got.body().readNBytes(3), StandardCharsets.UTF_8));
                thrown.add(new AssertionError("read: " + got.body().read()));
              } catch (IOException | InterruptedException e) {
                thrown.add(e);
              }
            });
    answers.add("HTTP/1.1 200 OK\nContent-Length: 9\n\nabc");
    assertThat(Await.take("beginning", begun)).isEqualTo("abc");
    body.interrupt();
    assertThat(Await.take("end", thrown)).isInstanceOf(InterruptedIOException.class);
  }

  @Test
  @DisplayName("A long message goes the other way, and nothing after the end")
  void others() {
    Wire.Ask longOne =
        new Wire.Ask(
            "POST", url, List.of(), Optional.of(new byte[SocketWire.LONG + 1]), Optional.empty());
    assertThatThrownBy(() -> wire.send(longOne)).hasMessage("taken");
    assertThat(others).containsExactly(longOne);
    wire.close();
    assertThatThrownBy(() -> wire.send(longOne)).hasMessage("closed");
    assertThatThrownBy(() -> exchange(OK)).hasMessage("closed");
  }

  @Test
  @DisplayName("a line break in a header's value never leaves")
  void lineBreak() {
    Wire.Ask bad =
        new Wire.Ask(
            "POST",
            url,
            List.of(new Header("X", "a\r\nY: b")),
            Optional.of(new byte[2]),
            Optional.empty());
    assertThatThrownBy(() -> wire.send(bad)).isInstanceOf(IllegalArgumentException.class);
    assertThat(accepted).isEmpty();
  }
}
