package dev.pitstop.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A child's stdin whose `close()` never blocks, though another thread may be stuck writing to it:
/// a thread of its own waits for that writer's end, which comes with the child's at the latest.
final class ChildStdin extends OutputStream {
  private final Threads threads;
  private final OutputStream pipe;
  private final long pid;

  /// Set by whoever closes; read by the writer before each write.
  private final AtomicBoolean closing = new AtomicBoolean();

  /// Held while a thread writes, which may take for ever; only ever tried by the others.
  private final ReentrantLock writing = new ReentrantLock();

  /// There was no room for the closing thread: whoever can close without waiting does so.
  private volatile boolean noCloser;

  ChildStdin(Threads threads, OutputStream pipe, long pid) {
    this.threads = threads;
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
    writing.lock();
    try {
      pipe.write(bytes, offset, length);
    } finally {
      leave();
    }
  }

  /// Flushes even while it is being closed: what a write has put into the buffer reaches the child
  /// then, by this or by the close, and must not look as if it had failed.
  @Override
  public void flush() throws IOException {
    writing.lock();
    try {
      pipe.flush();
    } finally {
      leave();
    }
  }

  private void leave() {
    writing.unlock();
    if (noCloser) {
      closeIfNobodyWrites();
    }
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    try {
      threads.start("pitstop-close-" + pid, this::closePipe);
    } catch (OutOfMemoryError noThread) {
      noCloser = true;
      closeIfNobodyWrites(); // else the writer does so when it is through
    }
  }

  private void closeIfNobodyWrites() {
    if (writing.tryLock()) {
      try {
        closePipe();
      } finally {
        writing.unlock();
      }
    }
  }

  private void closePipe() {
    try {
      pipe.close();
    } catch (IOException broken) {
      // The child is gone or stopped reading: the pipe is as closed as it can be.
    }
  }
}
