package dev.pitstop.channel.wire;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Set;

/// A connection on which what comes is the test's, piece by piece: each read brings no more than
/// the next piece, as a network may do. After the last one the peer has closed it. One thread.
final class ScriptedChannel extends SocketChannel {
  private final ArrayDeque<ByteBuffer> pieces = new ArrayDeque<>();

  ScriptedChannel(byte[]... pieces) {
    super(SelectorProvider.provider());
    for (byte[] p : pieces) {
      if (p.length > 0) {
        this.pieces.add(ByteBuffer.wrap(p));
      }
    }
  }

  @Override
  public int read(ByteBuffer into) {
    if (pieces.isEmpty()) {
      return -1;
    }
    ByteBuffer piece = pieces.getFirst();
    int n = Math.min(into.remaining(), piece.remaining());
    into.put(piece.slice(piece.position(), n));
    piece.position(piece.position() + n);
    if (!piece.hasRemaining()) {
      pieces.removeFirst();
    }
    return n;
  }

  @Override
  protected void implConfigureBlocking(boolean block) {}

  @Override
  protected void implCloseSelectableChannel() {}

  // What an answer needs nothing of.

  @Override
  public long read(ByteBuffer[] into, int offset, int length) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public SocketChannel bind(SocketAddress local) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public SocketChannel shutdownOutput() throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public java.net.Socket socket() {
    throw new UnsupportedOperationException("not scripted");
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean connect(SocketAddress remote) throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() throws IOException {
    throw new IOException("not scripted");
  }

  @Override
  public SocketAddress getLocalAddress() throws IOException {
    throw new IOException("not scripted");
  }
}
