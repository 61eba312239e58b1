package dev.pitstop.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A child's stdin. Its `close()` never blocks, even if another thread is stuck in writing to it: a
/// thread of its own waits until that writer is done. The writer is done when the child ends. If a
/// process that the child left behind holds the other end of the pipe, [#letGo] and [#wake] free
/// the writer.
final class ChildStdin extends OutputStream {
  /// How long [#wake] waits for the writer, each time it has read something out of the writer's
  /// way.
  private static final long WAKE_MILLIS = 5;

  private final Threads threads;
  private final Platform platform;
  private final OutputStream pipe;
  private final long pid;

  /// The pipe's name. Empty if it is unknown: then nothing wakes a blocked writer.
  private final Optional<Path> name;

  /// Set by the thread that closes; the writer reads it before each write.
  private final AtomicBoolean closing = new AtomicBoolean();

  /// Held while a thread writes, which can take forever. Other threads only try to take it.
  private final ReentrantLock writing = new ReentrantLock();

  /// No thread could be started for the closing: the first thread that can close without waiting
  /// does so.
  private volatile boolean noCloser;

  /// @param name the pipe's name, as the [Platform] gave it when the child began
  ChildStdin(Threads threads, Platform platform, OutputStream pipe, long pid, Optional<Path> name) {
    this.threads = threads;
    this.platform = platform;
    this.pipe = pipe;
    this.pid = pid;
    this.name = name;
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

  /// Flushes even while the stream is being closed: the bytes in the buffer still reach the child,
  /// by this flush or by the close, so the write must not seem to have failed.
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

  boolean closed() {
    return closing.get();
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
      closeIfNobodyWrites(); // otherwise the writer closes it when it is done
    }
  }

  /// Lets the pipe go: nobody will read it. Never blocks.
  ///
  /// @return whether a writer may be blocked, so that [#wake] has to be called
  boolean letGo() {
    close();
    return writing.isLocked() && name.isPresent();
  }

  /// Wakes a blocked writer, whose message is lost. Does some work with files: for a thread that
  /// may take its time.
  void wake() {
    if (name.isPresent()) {
      platform.wakeWriterOf(name.get(), this::nobodyWrites);
    }
  }

  private boolean nobodyWrites() {
    try {
      if (!writing.tryLock(WAKE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
      return true;
    }
    leave();
    return true;
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
      // The child is gone or no longer reads: the pipe is as closed as it can be.
    }
  }
}
