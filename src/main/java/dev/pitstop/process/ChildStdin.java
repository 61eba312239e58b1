package dev.pitstop.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/// A child's stdin whose `close()` never blocks, though another thread may be stuck writing to it:
/// a thread of its own waits for that writer's end, which comes with the child's at the latest.
final class ChildStdin extends OutputStream {
  private final OutputStream pipe;
  private final long pid;

  /// Set by whoever closes; read by the writer before each write.
  private final AtomicBoolean closing = new AtomicBoolean();

  ChildStdin(OutputStream pipe, long pid) {
    this.pipe = pipe;
    this.pid = pid;
  }

  @Override
  public void write(int b) throws IOException {
    checkOpen();
    pipe.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    pipe.write(bytes, offset, length);
  }

  /// Flushes even while it is being closed: what a write has put into the buffer reaches the child
  /// then, by this or by the close, and must not look as if it had failed.
  @Override
  public void flush() throws IOException {
    pipe.flush();
  }

  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("pitstop-close-" + pid).start(this::closePipe);
    }
  }

  private void closePipe() {
    try {
      pipe.close();
    } catch (IOException broken) {
      // The child is gone or stopped reading: the pipe is as closed as it can be.
    }
  }

  private void checkOpen() throws IOException {
    if (closing.get()) {
      throw new IOException("stdin of process " + pid + " is closed");
    }
  }
}
