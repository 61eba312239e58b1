package dev.pitstop.channel;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/// One connection to a daemon, and what has come on it and is not read yet. One thread at a time,
/// but for [#close]. Whoever waits in it and is interrupted gets a
/// [java.nio.channels.ClosedByInterruptException], and the connection is closed.
final class SocketConnection implements Reach.Held {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int CHUNK = 8 * 1024;

  /// The JDK allocates as much outside the heap as is read at once, and keeps that for the thread.
  private static final int MOST = 64 * 1024;

  /// A line that is longer than it may be.
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super("a line of its answer is too long");
    }
  }

  private final String authority;
  private final SocketChannel channel;
  private long keptUntilMillis; // while nobody uses it
  private byte[] buffer = new byte[CHUNK];
  private int from; // what is not read yet is from..to
  private int to;

  /// @param channel connected, in blocking mode
  SocketConnection(String authority, SocketChannel channel) {
    this.authority = authority;
    this.channel = channel;
  }

  /// Connects.
  ///
  /// @param authority what it is kept for: host and port of the URL, and perhaps an address
  /// @throws Wire.NotSent if there is no connection
  static SocketConnection open(String authority, InetSocketAddress address) throws Wire.NotSent {
    return new SocketConnection(authority, connected(address, CONNECT_MILLIS));
  }

  /// Connects within a time.
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

  /// Whether it is open and nothing has come that nobody has asked for. Does not wait.
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
      return false; // closed, or reset: both are what was asked
    }
  }

  void write(byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    while (all.hasRemaining()) {
      channel.write(all);
    }
  }

  /// The next byte, waited for; negative at the end of the connection.
  int next() throws IOException {
    if (from == to && !fill()) {
      return -1;
    }
    return buffer[from++] & 0xFF;
  }

  /// What is there, waited for if it is nothing; negative at the end of the connection.
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

  /// The bytes up to and with the next line feed, waited for.
  ///
  /// @param most that a line may have
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

  /// What has come and nobody has read.
  byte[] unread() {
    return Arrays.copyOfRange(buffer, from, to);
  }

  /// Reads behind what is there.
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

  /// Skips what is there already and looks like this.
  ///
  /// @return whether nothing else was there
  boolean skip(byte[] expected) {
    boolean same = Arrays.equals(buffer, from, to, expected, 0, expected.length);
    from = same ? to : from;
    return same;
  }

  /// Skips so many bytes, if they are there already.
  boolean skip(long count) {
    boolean there = count <= to - from;
    from += there ? (int) count : 0;
    return there;
  }

  /// Any thread. What is under way ends with an exception.
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
