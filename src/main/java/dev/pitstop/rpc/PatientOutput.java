package dev.pitstop.rpc;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Supplier;

/// A stream that may turn out to be non-blocking, as stdout does when another process that shares
/// it has set `O_NONBLOCK`: where a write finds no room, this waits for some.
///
/// It writes to the channel, which says how much of a write had room. The JDK's stream fails
/// instead, when an unknown part of the bytes has left. One thread at a time.
public final class PatientOutput extends OutputStream {
  private final Supplier<? extends WritableByteChannel> channel;
  private final Patience patience;

  public PatientOutput(FileOutputStream out) {
    this(out::getChannel, new Patience());
  }

  PatientOutput(Supplier<? extends WritableByteChannel> channel, Patience patience) {
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
    while (rest.hasRemaining()) {
      if (channel.get().write(rest) > 0) {
        patience.reset();
      } else {
        patience.pause();
      }
    }
  }
}
