package dev.pitstop.rpc;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Supplier;

/// A stream that may turn out to be non-blocking, as stdin does when another process that shares it
/// has set `O_NONBLOCK`: where a read finds nothing yet, this waits for more.
///
/// The JDK's stream fails then, and says so only in words of the user's language. Its channel tells
/// "nothing yet" apart from a real fault, so after the first fault the channel is read. One thread.
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
