package dev.pitstop.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A child's stdin whose `close()` never blocks, though another thread may be stuck writing to it:
/// a thread of its own waits for that writer's end. That comes with the child's, or, when a process
/// that the child left behind holds the other end of the pipe, with [#letGo] and [#wake].
final class ChildStdin extends OutputStream {
  /// How long a writer gets after some of what was in its way was taken out.
  private static final long WAKE_MILLIS = 5;

  private final Threads threads;
  private final Platform platform;
  private final OutputStream pipe;
  private final long pid;

  /// Empty where it is not known; a blocked writer is not woken then.
  private final Optional<Path> name;

  /// Set by whoever closes; read by the writer before each write.
  private final AtomicBoolean closing = new AtomicBoolean();

  /// Held while a thread writes, which can take forever. Other threads only try to take it.
  private final ReentrantLock writing = new ReentrantLock();

  /// There was no room for the closing thread: whoever can close without waiting does so.
  private volatile boolean noCloser;

  /// @param name which pipe it is, as the [Platform] told when the child began
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

  /// Whether [#close] was called.
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
      closeIfNobodyWrites(); // else the writer does so when it is through
    }
  }

  /// Nobody is there to read it. Never blocks.
  ///
  /// @return whether a writer may be blocked, so that [#wake] has to be called
  boolean letGo() {
    close();
    return writing.isLocked() && name.isPresent();
  }

  /// Wakes a blocked writer, whose message goes nowhere. Some work with files: for a thread that
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
      // The child is gone or stopped reading: the pipe is as closed as it can be.
    }
  }
}
