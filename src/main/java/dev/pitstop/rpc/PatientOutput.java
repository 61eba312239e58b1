package dev.pitstop.rpc;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Supplier;

/// An output stream that can turn non-blocking, as stdout does if another process that shares it
/// sets `O_NONBLOCK`. If a write finds no room, this stream waits for some.
///
/// It writes to the channel, which reports how many bytes had room. The JDK's stream would fail
/// after an unknown part of the bytes has left. One thread at a time.
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
