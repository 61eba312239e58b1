package dev.pitstop.backend;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Objects;

/// A pipe without bounds: the test writes lines, somebody reads them as a stream.
public final class FakePipe extends InputStream {
  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>(); // guarded by this, like all below
  private int offset;
  private long unread;
  private boolean ended;
  private boolean awaited;

  public void line(String text) {
    bytes((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public synchronized void bytes(byte[] b) {
    if (!ended && b.length > 0) {
      chunks.add(b);
      unread += b.length;
      notifyAll();
    }
  }

  /// The reader reads what is there, then the end.
  public synchronized void end() {
    ended = true;
    notifyAll();
  }

  /// Bytes that were written and not yet read.
  public synchronized long unread() {
    return unread;
  }

  /// Whether somebody has read all there is, and waits for more or was told of the end.
  public synchronized boolean readOut() {
    return chunks.isEmpty() && (awaited || ended);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] to, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, to.length);
    while (chunks.isEmpty()) {
      if (ended) {
        return -1;
      }
      try {
        awaited = true;
        wait();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      } finally {
        awaited = false;
      }
    }
    byte[] chunk = chunks.element();
    int n = Math.min(length, chunk.length - offset);
    System.arraycopy(chunk, offset, to, from, n);
    offset += n;
    unread -= n;
    if (offset == chunk.length) {
      chunks.remove();
      offset = 0;
    }
    return n;
  }

  @Override
  public synchronized int available() {
    return chunks.isEmpty() ? 0 : chunks.element().length - offset;
  }
}
