package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A child's stdin, stdout and stderr. They can be let go while other processes, which the child
/// has left behind, hold their other ends.
final class ChildPipes {
  private final Threads threads;
  private final long pid;
  final Stdin stdin;
  final Output stdout;
  final Output stderr;

  ChildPipes(Threads threads, Platform platform, Process process) {
    this.threads = threads;
    this.pid = process.pid();
    this.stdin =
        new Stdin(threads, platform, process.getOutputStream(), pid, platform.pipeOf(pid, 0));
    this.stdout = new Output(platform, process.getInputStream(), platform.pipeOf(pid, 1));
    this.stderr = new Output(platform, process.getErrorStream(), platform.pipeOf(pid, 2));
  }

  /// See [Child#letGo].
  void letGo() {
    boolean in = stdin.letGo();
    boolean out = stdout.letGo();
    boolean err = stderr.letGo();
    if (!in && !out && !err) {
      return;
    }
    try {
      threads.start("pitstop-let-go-" + pid, this::wakeAll);
    } catch (OutOfMemoryError noThread) {
      wakeAll(); // a little work is better than threads that stay
    }
  }

  private void wakeAll() {
    stdin.wake();
    stdout.wake();
    stderr.wake();
  }

  /// A child's stdin. Its `close()` never blocks, even if another thread is stuck in writing to it:
  /// a thread of its own waits until that writer is done. The writer is done when the child ends.
  /// If a process that the child left behind holds the other end of the pipe, [#letGo] and [#wake]
  /// free the writer.
  static final class Stdin extends OutputStream {
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
    Stdin(Threads threads, Platform platform, OutputStream pipe, long pid, Optional<Path> name) {
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

    /// Flushes even while the stream is being closed: the bytes in the buffer still reach the
    /// child, by this flush or by the close, so the write must not seem to have failed.
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

  /// A child's stdout or stderr. It can be let go while another process holds the other end of the
  /// pipe. For one reader at a time; any thread may call [#letGo].
  ///
  /// Neither a close nor an interrupt wakes a thread that is blocked in reading a pipe, and the
  /// JDK's own thread for the child's end then waits for that thread too. So [#wake] writes a line
  /// end into the pipe: the reader wakes, sees that nobody wants more, and closes.
  static final class Output extends InputStream {
    /// How many bytes may still be read after [#letGo]: as many as a pipe can hold. Only a process
    /// that still writes has more.
    private static final int MOST_LEFT = 1 << 20;

    private final Platform platform;
    private final InputStream pipe;

    /// The pipe's name. Empty if it is unknown: then nothing wakes a blocked reader.
    private final Optional<Path> name;

    private volatile boolean letGo; // set by any thread
    private volatile boolean ended; // set by the reader, or by the thread that closes

    /// Used by the reader only.
    private int left = MOST_LEFT;

    /// @param name the pipe's name, as the [Platform] gave it when the child began
    Output(Platform platform, InputStream pipe, Optional<Path> name) {
      this.platform = platform;
      this.pipe = pipe;
      this.name = name;
    }

    /// Lets the pipe go: its content can still be read, then the stream ends. Never blocks.
    ///
    /// @return whether a reader may be blocked, so that [#wake] has to be called
    boolean letGo() {
      boolean first = !letGo;
      letGo = true;
      return first && !ended && name.isPresent();
    }

    /// Wakes a blocked reader. Does some work with files: for a thread that may take its time.
    void wake() {
      if (!ended && name.isPresent()) {
        platform.wakeReaderOf(name.get());
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, to.length);
      if (length == 0) {
        return 0;
      }
      if (letGo) {
        return readWhatIsLeft(to, offset, length);
      }
      int count = pipe.read(to, offset, length);
      if (count < 0) {
        ended = true;
      }
      boolean woken = letGo && count == 1 && to[offset] == '\n'; // from wake(), not from the child
      return woken ? readWhatIsLeft(to, offset, length) : count;
    }

    private int readWhatIsLeft(byte[] to, int offset, int length) throws IOException {
      int there = ended ? 0 : Math.min(pipe.available(), left);
      if (there <= 0) {
        close();
        return -1;
      }
      int count = pipe.read(to, offset, Math.min(there, length));
      left -= Math.max(count, 0);
      return count;
    }

    @Override
    public int available() throws IOException {
      return ended ? 0 : pipe.available();
    }

    @Override
    public void close() throws IOException {
      ended = true;
      pipe.close();
    }
  }
}
