package dev.pitstop.rpc;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Stdin and stdout that can turn non-blocking: they do if another process that shares them sets
/// `O_NONBLOCK`. The JDK's streams would then fail, the one for stdout after an unknown part of the
/// bytes has left. Their channels say how many bytes they took, and are tried again after a pause.
/// One thread at a time.
public final class Patience {
  /// Short for a person who waits, and long for the processor.
  private static final long PAUSE_NANOS = 4_000_000;

  private Patience() {}

  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /// An input stream that waits for data if there is none yet. The JDK's stream reads faster than
  /// its channel, but only the channel tells "no data yet" from a fault. Single bytes are not
  /// waited for: nobody reads them.
  public static final class Input extends FilterInputStream {
    private final Supplier<? extends ReadableByteChannel> channel;

    public Input(FileInputStream in) {
      this(in, in::getChannel);
    }

    /// @param channel the same stream, as a channel
    Input(InputStream in, Supplier<? extends ReadableByteChannel> channel) {
      super(in);
      this.channel = channel;
    }

    @Override
    public int read(byte[] b, int from, int length) throws IOException {
      try {
        return in.read(b, from, length);
      } catch (IOException e) {
        return readChannel(b, from, length); // which reports a real fault once more
      }
    }

    private int readChannel(byte[] b, int from, int length) throws IOException {
      ByteBuffer to = ByteBuffer.wrap(b, from, length);
      int n = channel.get().read(to);
      while (n == 0 && length > 0) {
        pause();
        n = channel.get().read(to);
      }
      return n;
    }
  }

  /// An output stream that waits for room if there is none.
  public static final class Output extends OutputStream {
    private final Supplier<? extends WritableByteChannel> channel;

    public Output(FileOutputStream out) {
      this(out::getChannel);
    }

    Output(Supplier<? extends WritableByteChannel> channel) {
      this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int from, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(b, from, length);
      while (rest.hasRemaining()) {
        if (channel.get().write(rest) == 0) {
          pause();
        }
      }
    }
  }
}
