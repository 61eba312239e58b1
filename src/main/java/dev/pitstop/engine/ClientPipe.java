package dev.pitstop.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/// What goes to a client: each message is complete in the [Capsule] before its first byte leaves,
/// and leaves through a pipe whose content outlives this process. So a successor knows to the byte
/// what the client has got. A message ends with a line break.
final class ClientPipe extends OutputStream {
  private static final int CHUNK = 64 << 10;

  /// More than this is given back to the system when it has left.
  private static final int MUCH = 256 << 10;

  private final Capsule capsule;
  private final Conduit conduit;

  /// One thread writes at a time, and a successor first finishes what was begun.
  private final ReentrantLock writing = new ReentrantLock();

  private long base; // of the memory, in the stream of all bytes
  private int filled; // of the memory
  private int inPipe;
  private volatile long end; // of all complete messages

  ClientPipe(Capsule capsule) throws IOException {
    this.capsule = capsule;
    conduit = capsule.conduit;
    end = capsule.word(Capsule.OUT_END);
    base = capsule.word(Capsule.OUT_BASE);
    filled = (int) (end - base);
    inPipe = conduit.left();
    long pushed = capsule.word(Capsule.PUSHED);
    if (capsule.word(Capsule.MEANT) != pushed) { // the process before ended while it pushed
      capsule.word(Capsule.MEANT, pushed + inPipe);
      capsule.word(Capsule.PUSHED, pushed + inPipe);
    }
  }

  /// The end of all complete messages so far, in the stream of all bytes to this client.
  long end() {
    return end;
  }

  /// Passes on what the process before has left. Blocks.
  void finish() {
    writing.lock();
    try {
      pass();
    } catch (IOException gone) {
      // whoever writes next finds the same
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return;
    }
    writing.lock();
    try {
      pass(); // what the process before has left
      synchronized (capsule.lock) {
        if (!capsule.isOpen()) {
          throw new IOException("closed");
        }
        if (base + filled == capsule.word(Capsule.PUSHED)) {
          restart();
        }
        conduit.out().put(filled, bytes, from, length);
        filled += length;
        if (bytes[from + length - 1] != '\n' && filled + CHUNK <= conduit.out().capacity()) {
          return;
        }
        capsule.word(Capsule.OUT_END, base + filled);
        end = base + filled;
      }
      pass();
    } finally {
      writing.unlock();
    }
  }

  private void restart() {
    if (filled > MUCH) {
      conduit.clear(conduit.out(), 0, filled);
    }
    base += filled;
    filled = 0;
    capsule.word(Capsule.OUT_BASE, base);
  }

  /// Passes complete messages on, through the pipe.
  private void pass() throws IOException {
    while (true) {
      while (inPipe > 0) {
        inPipe -= conduit.pass(inPipe);
      }
      synchronized (capsule.lock) {
        if (!capsule.isOpen()) {
          throw new IOException("closed");
        }
        long pushed = capsule.word(Capsule.PUSHED);
        int length = (int) Math.min(CHUNK, end - pushed);
        if (length == 0) {
          return;
        }
        inPipe = conduit.push((int) (pushed - base), length, pushed + length);
      }
    }
  }

  @Override
  public void close() {
    capsule.close();
  }
}
