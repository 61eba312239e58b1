package dev.pitstop.cli.call;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A client in the same process as its session. It asks one question at a time, and refuses what a
/// server asks. Its two streams are the session's stdin and stdout. One thread asks.
final class Peer {
  private static final long LOOK_MILLIS = 50;

  private final Pipe sent;
  private final BlockingQueue<Message.Response> received = new LinkedBlockingQueue<>();
  private final Set<String> notified = ConcurrentHashMap.newKeySet(); // methods
  private final String info;
  private int asked;

  /// @param name of the client
  /// @param version of Pitstop
  Peer(String name, String version) {
    try {
      sent = Pipe.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    info = "{\"name\":%s,\"version\":%s}".formatted(Json.quote(name), Json.quote(version));
  }

  /// What the session reads. Waits for the first message.
  InputStream stdin() {
    return Channels.newInputStream(sent.source());
  }

  /// Where the session writes.
  OutputStream stdout() {
    return new Received();
  }

  /// The handshake, in the newest legacy revision and without capabilities. A modern server is the
  /// bridge's matter (docs/design/eras.md).
  ///
  /// @param hopeless whether no answer is to be expected; looked at again and again
  /// @return empty if it was hopeless; a failure if the server speaks neither era
  Optional<Message.Response> greet(BooleanSupplier hopeless) throws InterruptedException {
    String version = Json.quote(Revisions.NEWEST_LEGACY);
    return ask(
        Methods.INITIALIZE,
        "\"protocolVersion\":%s,\"capabilities\":{},\"clientInfo\":%s".formatted(version, info),
        hopeless);
  }

  /// Ends the handshake.
  void greeted() {
    send(Messages.notification(Methods.INITIALIZED, ""));
  }

  /// Sends a request and waits for its answer.
  ///
  /// @param params the members of a JSON object
  Message.Response ask(String method, String params) throws InterruptedException {
    return ask(method, params, () -> false).orElseThrow();
  }

  private Optional<Message.Response> ask(String method, String params, BooleanSupplier hopeless)
      throws InterruptedException {
    send(Messages.request(RequestId.of(++asked), method, "{" + params + "}"));
    Optional<Message.Response> answer = Optional.empty();
    while (answer.isEmpty() && !hopeless.getAsBoolean()) {
      answer = Optional.ofNullable(received.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    }
    return answer;
  }

  /// Whether a notification has come since the last question about it.
  boolean heard(String method) {
    return notified.remove(method);
  }

  /// On a thread of the session's.
  private void took(byte[] line) {
    switch (Codec.parse(line)) {
      case Message.Response r -> received.add(r);
      case Message.Request r ->
          send(
              Messages.error(
                  r.id(),
                  Messages.METHOD_NOT_FOUND,
                  "a person calls: there is no `" + r.method() + "`"));
      case Message.Notification n -> notified.add(n.method());
      case Message.Malformed m -> {}
    }
  }

  private void send(byte[] message) {
    byte[] line = Arrays.copyOf(message, message.length + 1);
    line[message.length] = '\n';
    try {
      sent.sink().write(ByteBuffer.wrap(line));
    } catch (IOException ended) {
      // the session, which reads no more
    }
  }

  /// Ends the session's stdin.
  void end() {
    try {
      sent.sink().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Received extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      int begin = offset;
      for (int i = offset; i < offset + length; i++) {
        if (from[i] == '\n') {
          line.write(from, begin, i - begin);
          took(line.toByteArray());
          line.reset();
          begin = i + 1;
        }
      }
      line.write(from, begin, offset + length - begin);
    }
  }
}
