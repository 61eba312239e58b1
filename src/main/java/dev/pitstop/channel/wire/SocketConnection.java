package dev.pitstop.channel.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/// One connection to a daemon, and the bytes that have come and are not read yet. For one thread at
/// a time, except [#close]. An interrupt during a wait throws a
/// [java.nio.channels.ClosedByInterruptException] and closes the connection.
final class SocketConnection implements Reach.Held {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int CHUNK = 8 * 1024;

  /// The JDK allocates as much memory outside the heap as is read at once, and keeps it for the
  /// thread.
  private static final int MOST = 64 * 1024;

  /// A line exceeds its limit.
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super("a line of its answer is too long");
    }
  }

  private final String authority;
  private final SocketChannel channel;
  private long keptUntilMillis; // while it is idle
  private byte[] buffer = new byte[CHUNK];
  private int from; // the unread bytes are from..to
  private int to;

  /// @param channel connected, in blocking mode
  SocketConnection(String authority, SocketChannel channel) {
    this.authority = authority;
    this.channel = channel;
  }

  /// Connects.
  ///
  /// @param authority the key under which it is kept: host and port of the URL, and perhaps an
  ///   address
  /// @throws Wire.NotSent if there is no connection
  static SocketConnection open(String authority, InetSocketAddress address) throws Wire.NotSent {
    return new SocketConnection(authority, connected(address, CONNECT_MILLIS));
  }

  /// Connects within a time limit.
  ///
  /// @throws Wire.NotSent if there is no connection
  static SocketChannel connected(InetSocketAddress address, int millis) throws Wire.NotSent {
    SocketChannel channel = unconnected();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (address.isUnresolved()) {
        throw new UnknownHostException(address.getHostString());
      }
      channel.socket().connect(address, millis);
      return channel;
    } catch (IOException e) {
      close(channel);
      throw Wire.NotSent.of(e, millis);
    }
  }

  private static SocketChannel unconnected() throws Wire.NotSent {
    try {
      return SocketChannel.open();
    } catch (IOException e) {
      throw Wire.NotSent.noSocket(e);
    }
  }

  String authority() {
    return authority;
  }

  long keptUntilMillis() {
    return keptUntilMillis;
  }

  void keptUntilMillis(long millis) {
    keptUntilMillis = millis;
  }

  /// Whether it is open and no unrequested bytes have come. Does not wait.
  @Override
  public boolean isQuiet() {
    if (from < to) {
      return false;
    }
    try {
      channel.configureBlocking(false);
      int n = channel.read(ByteBuffer.wrap(buffer, 0, 1));
      channel.configureBlocking(true);
      return n == 0;
    } catch (IOException e) {
      return false; // closed or reset: the answer is the same
    }
  }

  void write(byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    while (all.hasRemaining()) {
      channel.write(all);
    }
  }

  /// The next byte, after a wait if necessary; negative at the end of the connection.
  int next() throws IOException {
    if (from == to && !fill()) {
      return -1;
    }
    return buffer[from++] & 0xFF;
  }

  /// Reads available bytes, after a wait if there are none; negative at the end of the connection.
  int read(byte[] into, int at, int most) throws IOException {
    if (from == to && most >= CHUNK) {
      return channel.read(ByteBuffer.wrap(into, at, Math.min(most, MOST)));
    }
    if (from == to && !fill()) {
      return -1;
    }
    int n = Math.min(most, to - from);
    System.arraycopy(buffer, from, into, at, n);
    from += n;
    return n;
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, channel.read(ByteBuffer.wrap(buffer)));
    return to > 0;
  }

  /// The bytes up to and including the next line feed, after a wait if necessary.
  ///
  /// @param most how many a line may have
  byte[] line(int most) throws IOException {
    int searched = from;
    while (true) {
      for (; searched < to; searched++) {
        if (buffer[searched] == '\n') {
          byte[] line = Arrays.copyOfRange(buffer, from, searched + 1);
          from = searched + 1;
          return line;
        }
      }
      if (to - from > most) {
        throw new TooLong();
      }
      searched -= from;
      more();
      searched += from;
    }
  }

  /// The bytes that have come and are not read.
  byte[] unread() {
    return Arrays.copyOfRange(buffer, from, to);
  }

  /// Reads more bytes, after the present ones.
  private void more() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * to);
    }
    int n = channel.read(ByteBuffer.wrap(buffer, to, Math.min(buffer.length - to, MOST)));
    if (n < 0) {
      throw new EOFException("the connection was closed");
    }
    to += n;
  }

  /// Skips the present bytes if they are exactly these.
  ///
  /// @return whether they were
  boolean skip(byte[] expected) {
    boolean same = Arrays.equals(buffer, from, to, expected, 0, expected.length);
    from = same ? to : from;
    return same;
  }

  /// Skips this many bytes, if they have come already.
  boolean skip(long count) {
    boolean there = count <= to - from;
    from += there ? (int) count : 0;
    return there;
  }

  /// On any thread. Reads and writes under way end with an exception.
  @Override
  public void close() {
    close(channel);
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // it is dropped anyway
    }
  }
}
