package dev.pitstop.rpc;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// How long to wait before a non-blocking stream is tried once more: briefly at first, then longer
/// and longer. So a busy peer is served quickly, and a silent one costs almost nothing. {@link
/// Input} and {@link Output} wait like this. One thread at a time.
public final class Patience {
  private static final long FIRST_NANOS = 50_000;
  static final long LONGEST_NANOS = 10_000_000;

  private final LongConsumer wait;
  private long nanos = FIRST_NANOS;

  Patience() {
    this(LockSupport::parkNanos);
  }

  /// @param wait waits for so many nanoseconds
  Patience(LongConsumer wait) {
    this.wait = wait;
  }

  void pause() {
    wait.accept(nanos);
    nanos = Math.min(2 * nanos, LONGEST_NANOS);
  }

  /// Makes the next pause short again, because there was something to do.
  void reset() {
    nanos = FIRST_NANOS;
  }

  /// An input stream that can turn non-blocking, as stdin does if another process that shares it
  /// sets `O_NONBLOCK`. If a read finds no data yet, this stream waits for more.
  ///
  /// The JDK's stream fails in that case, with a message in the user's language. Its channel tells
  /// "no data yet" from a real error, so after the first error the channel is read. One thread.
  public static final class Input extends InputStream {
    private final InputStream in;
    private final Supplier<? extends ReadableByteChannel> channel;
    private final Patience patience;
    private boolean faulty;

    public Input(FileInputStream in) {
      this(in, in::getChannel, new Patience());
    }

    /// @param channel the same stream, as a channel
    Input(InputStream in, Supplier<? extends ReadableByteChannel> channel, Patience patience) {
      this.in = in;
      this.channel = channel;
      this.patience = patience;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] b, int from, int length) throws IOException {
      if (!faulty) {
        try {
          return in.read(b, from, length);
        } catch (IOException e) {
          faulty = true; // the channel reports a real fault once more
        }
      }
      ByteBuffer to = ByteBuffer.wrap(b, from, length);
      int n = channel.get().read(to);
      while (n == 0 && length > 0) {
        patience.pause();
        n = channel.get().read(to);
      }
      patience.reset();
      return n;
    }
  }

  /// An output stream that can turn non-blocking, as stdout does if another process that shares it
  /// sets `O_NONBLOCK`. If a write finds no room, this stream waits for some.
  ///
  /// It writes to the channel, which reports how many bytes had room. The JDK's stream would fail
  /// after an unknown part of the bytes has left. One thread at a time.
  public static final class Output extends OutputStream {
    private final Supplier<? extends WritableByteChannel> channel;
    private final Patience patience;

    public Output(FileOutputStream out) {
      this(out::getChannel, new Patience());
    }

    Output(Supplier<? extends WritableByteChannel> channel, Patience patience) {
      this.channel = channel;
      this.patience = patience;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int from, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(b, from, length);
      boolean paused = false;
      while (rest.hasRemaining()) {
        if (channel.get().write(rest) == 0) {
          patience.pause();
          paused = true;
        } else if (paused) {
          patience.reset();
          paused = false;
        }
      }
    }
  }
}
