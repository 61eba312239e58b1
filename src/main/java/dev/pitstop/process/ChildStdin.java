package dev.pitstop.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/// A child's stdin. Its `close()` never blocks, even if another thread is stuck in writing to it: a
/// thread of its own waits until that writer is done. The writer is done when the child ends and
/// leaves no process behind that holds the other end of the pipe.
final class ChildStdin extends OutputStream {
  private final OutputStream pipe;
  private final long pid;

  /// Set by the thread that closes; the writer reads it before each write.
  private final AtomicBoolean closing = new AtomicBoolean();

  ChildStdin(OutputStream pipe, long pid) {
    this.pipe = pipe;
    this.pid = pid;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (closing.get()) {
      throw new IOException("stdin of process " + pid + " is closed");
    }
    pipe.write(bytes, offset, length);
  }

  /// Flushes even while the stream is being closed: the bytes in the buffer still reach the child,
  /// by this flush or by the close, so the write must not seem to have failed.
  @Override
  public void flush() throws IOException {
    pipe.flush();
  }

  boolean closed() {
    return closing.get();
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
      // The child is gone or no longer reads: the pipe is as closed as it can be.
    }
  }
}
