package dev.pitstop.cli.call;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A client in the same process as its session. It asks one question at a time, and refuses what a
/// server asks. Its two streams are the session's stdin and stdout. One thread asks.
public final class Peer {
  private static final byte[] END = new byte[0];
  private static final long LOOK_MILLIS = 50;
  private static final int REFUSED = Messages.METHOD_NOT_FOUND;

  private final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
  private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
  private int asked;

  /// What the session reads.
  public InputStream stdin() {
    return new Sent();
  }

  /// Where the session writes.
  public OutputStream stdout() {
    return new Received();
  }

  /// The parameters of an `initialize`, in the newest legacy revision and without capabilities.
  ///
  /// @param name of the client
  /// @param version of Pitstop
  public static String hello(String name, String version) {
    return "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"%s\",\"version\":%s}}"
        .formatted(Revisions.NEWEST_LEGACY, name, Json.quote(version));
  }

  /// Sends a request and waits for its answer.
  ///
  /// @param params a JSON object
  public Message.Response ask(String method, String params) throws InterruptedException {
    return ask(method, params, () -> false).orElseThrow();
  }

  /// The same.
  ///
  /// @param hopeless whether no answer is to be expected; looked at again and again
  /// @return empty if it was hopeless
  Optional<Message.Response> ask(String method, String params, BooleanSupplier hopeless)
      throws InterruptedException {
    RequestId id = RequestId.of(++asked);
    send(Messages.request(id, method, params));
    for (; ; ) {
      Optional<byte[]> line =
          Optional.ofNullable(received.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
      if (line.isEmpty()) {
        if (hopeless.getAsBoolean()) {
          return Optional.empty();
        }
        continue;
      }
      switch (Codec.parse(line.get())) {
        case Message.Response r when r.answers(id) -> {
          return Optional.of(r);
        }
        case Message.Request r -> send(refusal(r));
        case Message other -> {} // a notification
      }
    }
  }

  public void tell(String method) {
    send(Messages.notification(method, ""));
  }

  /// Refuses what the server asks, when nobody here asks anything any more. Returns when its thread
  /// is interrupted.
  void refuse() {
    try {
      for (; ; ) {
        if (Codec.parse(received.take()) instanceof Message.Request r) {
          send(refusal(r));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] refusal(Message.Request r) {
    return Messages.error(r.id(), REFUSED, "a person calls: there is no `" + r.method() + "`");
  }

  private void send(byte[] message) {
    byte[] line = Arrays.copyOf(message, message.length + 1);
    line[message.length] = '\n';
    sent.add(line);
  }

  /// Ends the session's stdin.
  public void end() {
    sent.add(END);
  }

  private final class Sent extends InputStream {
    private byte[] line = {};
    private int at;
    private boolean ended;

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (at == line.length && !ended) {
        try {
          line = sent.take();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          line = END; // asked to end
        }
        at = 0;
        ended = line.length == 0;
      }
      if (ended) {
        return -1;
      }
      int n = Math.min(length, line.length - at);
      System.arraycopy(line, at, into, offset, n);
      at += n;
      return n;
    }

    @Override
    public int available() {
      return line.length - at;
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
          received.add(line.toByteArray());
          line.reset();
          begin = i + 1;
        }
      }
      line.write(from, begin, offset + length - begin);
    }
  }
}
