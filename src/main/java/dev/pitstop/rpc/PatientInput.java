package dev.pitstop.rpc;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Supplier;

/// An input stream that can turn non-blocking, as stdin does if another process that shares it sets
/// `O_NONBLOCK`. If a read finds no data yet, this stream waits for more.
///
/// The JDK's stream fails in that case, with a message in the user's language. Its channel tells
/// "no data yet" from a real error, so after the first error the channel is read. One thread.
public final class PatientInput extends InputStream {
  private final InputStream in;
  private final Supplier<? extends ReadableByteChannel> channel;
  private final Patience patience;
  private boolean faulty;

  public PatientInput(FileInputStream in) {
    this(in, in::getChannel, new Patience());
  }

  /// @param channel the same stream, as a channel
  PatientInput(InputStream in, Supplier<? extends ReadableByteChannel> channel, Patience patience) {
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
        faulty = true; // a fault that is real comes again, from the channel
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
