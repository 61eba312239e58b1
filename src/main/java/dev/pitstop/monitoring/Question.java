package dev.pitstop.monitoring;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.function.Consumer;

/// A request to a session. One thread asks, and reads the lines of the answer. Any thread may close
/// them, which ends them.
final class Question extends InputStream {
  /// The longest line of an answer, in bytes: one of the usual `--set maxMessage`, and what is
  /// around it.
  private static final int MOST_BYTES = 66 * 1024 * 1024;

  private final SocketChannel channel;
  private final Selector selector; // waits for the channel, which does not block
  private long patience; // for the next bytes, in milliseconds; 0: without a limit

  private Question(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /// Asks a session.
  ///
  /// @param request a line of JSON, without its end
  /// @param damaged gets a sentence about each line of the answer that is no JSON
  /// @param millis how long the session may leave the request unread
  /// @throws java.net.ConnectException if nobody listens
  /// @throws SocketTimeoutException if it takes longer
  static Lines ask(Path socket, String request, Consumer<String> damaged, long millis)
      throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket)); // at once, or not at all
      Question question = new Question(channel, Selector.open());
      question.send(ByteBuffer.wrap((request + "\n").getBytes(StandardCharsets.UTF_8)), millis);
      return new Lines(
          question, longest -> question.patience = longest, socket.toString(), MOST_BYTES, damaged);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void send(ByteBuffer bytes, long millis) throws IOException {
    channel.register(selector, SelectionKey.OP_WRITE);
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        await(millis);
      }
    }
    channel.register(selector, SelectionKey.OP_READ);
  }

  private void await(long millis) throws IOException {
    if (selector.select(millis) == 0 && millis > 0 && selector.isOpen()) {
      throw new SocketTimeoutException("no answer within " + millis + " ms");
    }
    selector.selectedKeys().clear();
  }

  @Override
  public int read() {
    throw new UnsupportedOperationException(); // nobody reads single bytes
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(to, from, length);
    try {
      int n = channel.read(bytes);
      while (n == 0) {
        await(patience);
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
