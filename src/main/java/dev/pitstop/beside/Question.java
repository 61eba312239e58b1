package dev.pitstop.beside;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// A request to a session, and the lines of its answer. One thread asks and reads. Any thread may
/// close it, which ends the lines.
public final class Question implements Lines {
  private final SocketChannel channel;
  private final Selector selector;
  private final JsonLines lines;
  private long limit; // of what is under way, in milliseconds; 0 for none
  private long since; // when it began

  private Question(SocketChannel channel, String name, Consumer<String> damaged)
      throws IOException {
    this.channel = channel;
    this.selector = Selector.open();
    this.lines = new JsonLines(this::read, name, JsonLines.MOST_BYTES, damaged);
  }

  /// Asks a session.
  ///
  /// @param request a line of JSON, without its end
  /// @param damaged gets a sentence about each line of the answer that is no JSON
  /// @param millis how long the session may take to accept the request
  /// @throws java.net.ConnectException if nobody listens
  /// @throws SocketTimeoutException if it takes longer
  public static Question ask(Path socket, String request, Consumer<String> damaged, long millis)
      throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket)); // at once, or not at all
      Question question = new Question(channel, socket.toString(), damaged);
      question.within(millis);
      question.send(ByteBuffer.wrap((request + "\n").getBytes(StandardCharsets.UTF_8)));
      return question;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void send(ByteBuffer bytes) throws IOException {
    channel.register(selector, SelectionKey.OP_WRITE);
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        await();
      }
    }
    channel.register(selector, SelectionKey.OP_READ);
  }

  private void within(long millis) {
    limit = millis;
    since = System.nanoTime();
  }

  /// How long may still be waited, in milliseconds; 0 for as long as it takes.
  private long left() throws SocketTimeoutException {
    long left = limit - (System.nanoTime() - since) / 1_000_000;
    if (limit > 0 && left <= 0) {
      throw new SocketTimeoutException("no answer within " + limit + " ms");
    }
    return limit > 0 ? left : 0;
  }

  private void await() throws IOException {
    selector.select(left());
    selector.selectedKeys().clear();
  }

  @Override
  public Optional<JsonLine> next() throws IOException {
    return next(0);
  }

  /// The next line; empty at the end.
  ///
  /// @param millis how long the session may take to write it; 0 for as long as it likes
  /// @throws SocketTimeoutException if it takes longer; the lines can be read on
  public Optional<JsonLine> next(long millis) throws IOException {
    within(millis);
    return lines.next();
  }

  private int read(byte[] to) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(to);
    left(); // one that floods may take no longer than one that says nothing
    try {
      int n = channel.read(bytes);
      while (n == 0) {
        await();
        n = channel.read(bytes);
      }
      return n;
    } catch (ClosedSelectorException | ClosedChannelException | SocketException closed) {
      return -1; // by us, or the session was killed
    }
  }

  @Override
  public void close() throws IOException {
    selector.close(); // wakes a reader
    channel.close();
  }
}
