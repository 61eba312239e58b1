package dev.pitstop.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// A descriptor of this process that came from elsewhere, as streams. Several threads may use it at
/// a time, such as those that write to stderr. Unlike the JDK's streams, it can be let go by
/// another thread: a call that blocks ends then, and the descriptor is closed when nobody uses it.
public final class Descriptor {
  private static final long AGAIN_NANOS = 1_000_000;
  private static final int PAGE = 4096;

  private final int number;

  /// Guards the fields below, and that a thread which is woken is still there.
  private final Object lock = new Object();

  private long[] inside = new long[2]; // the threads that are in a call
  private int count; // of them
  private boolean letGo;
  private boolean closed;

  public Descriptor(int number) {
    this.number = number;
  }

  /// Ends all use of it. A thread that is in a call leaves it first. Returns when it is closed.
  public void letGo() {
    while (!closedOrWoken()) {
      LockSupport.parkNanos(AGAIN_NANOS); // the thread was woken, perhaps before its call began
    }
  }

  private boolean closedOrWoken() {
    synchronized (lock) {
      letGo = true;
      if (count > 0) {
        for (int i = 0; i < count; i++) {
          Hands.wake(inside[i]);
        }
        return false;
      }
      if (!closed) {
        closed = true;
        Hands.close(number);
      }
      return true;
    }
  }

  private boolean enters(long thread) {
    synchronized (lock) {
      if (letGo) {
        return false;
      }
      if (count == inside.length) {
        inside = Arrays.copyOf(inside, 2 * count);
      }
      inside[count++] = thread;
      return true;
    }
  }

  private void leaves(long thread) {
    synchronized (lock) {
      for (int i = 0; i < count; i++) {
        if (inside[i] == thread) {
          inside[i] = inside[--count];
          return;
        }
      }
    }
  }

  /// A call of the system with a descriptor, which may block.
  @FunctionalInterface
  public interface Use {
    /// @return what [#use] returns; below 0 an error number of the system
    int call(int descriptor);
  }

  /// Calls the system. A call that was interrupted is made again.
  ///
  /// @return what the call returns, at least 0; 0 also if the descriptor was let go
  /// @throws IOException if the call fails
  public int use(Use call) throws IOException {
    while (true) {
      long thread = Hands.thread();
      if (!enters(thread)) {
        return 0;
      }
      int n;
      try {
        n = call.call(number);
      } finally {
        leaves(thread);
      }
      if (n >= 0) {
        return n;
      }
      if (n != Hands.INTERRUPTED) {
        throw new IOException("error " + -n + " of the system");
      }
    }
  }

  /// How many bytes can be read without waiting.
  public int available() {
    synchronized (lock) {
      return letGo ? 0 : Math.max(0, Hands.available(number));
    }
  }

  /// How many bytes certainly fit into this pipe while nobody reads, however they come. Writes put
  /// what does not fit into the last page of a pipe into a new one, so half of it may stay empty;
  /// one page more may have been read in part.
  int room() {
    int size;
    synchronized (lock) {
      size = letGo ? 0 : Hands.capacity(number);
    }
    return Math.max(0, size / 2 - PAGE);
  }

  /// A stream that ends when the descriptor is let go. Its end, and closing it, let the descriptor
  /// go.
  public InputStream input() {
    return new Input();
  }

  /// A stream that fails when the descriptor was let go. Closing it lets the descriptor go.
  public OutputStream output() {
    return new Output();
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int n = use(fd -> Hands.read(fd, to, from, length));
      if (n == 0) {
        letGo(); // nobody has to close what has ended
        return -1;
      }
      return n;
    }

    @Override
    public int available() {
      return Descriptor.this.available();
    }

    @Override
    public void close() {
      letGo();
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int done = 0;
      while (done < length) {
        int at = from + done;
        int n = use(fd -> Hands.write(fd, bytes, at, from + length - at));
        if (n == 0) {
          throw new IOException("closed");
        }
        done += n;
      }
    }

    @Override
    public void close() {
      letGo();
    }
  }
}
