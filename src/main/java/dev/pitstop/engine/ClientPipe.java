package dev.pitstop.engine;

import java.io.IOException;
import java.io.OutputStream;

/// What goes to a client: each message is complete in the [Capsule] before its first byte leaves,
/// and leaves through a pipe whose content outlives this process. So a successor knows to the byte
/// what the client has got. A message ends with a line break.
final class ClientPipe extends OutputStream {
  private static final int CHUNK = 64 << 10;

  /// More than this is given back to the system when it is no longer needed.
  private static final int MUCH = 256 << 10;

  /// It is not if so many messages in a row were smaller.
  private static final int SMALLER = 64;

  private final Capsule capsule;
  private final Conduit conduit;

  // With the lock for writing.
  private long base; // of the memory, in the stream of all bytes
  private int used; // of the memory, since some was given back
  private int smaller; // how many messages in a row needed little of that
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
    capsule.writing.lock();
    try {
      pass();
    } catch (IOException gone) {
      // whoever writes next finds the same
    } finally {
      capsule.writing.unlock();
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
    capsule.writing.lock();
    try {
      pass(); // what the process before has left
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
      pass();
    } finally {
      capsule.writing.unlock();
    }
  }

  private void restart() {
    used = Math.max(used, filled);
    smaller = filled > MUCH ? 0 : smaller + 1;
    if (used > MUCH && smaller == SMALLER) {
      conduit.clear(conduit.out(), 0, used);
      used = 0;
    }
    base += filled;
    filled = 0;
    capsule.word(Capsule.OUT_BASE, base);
  }

  /// Passes complete messages on, through the pipe.
  private void pass() throws IOException {
    while (true) {
      if (!capsule.isOpen()) {
        throw new IOException("closed");
      }
      while (inPipe > 0) {
        inPipe -= conduit.pass(inPipe);
      }
      long pushed = capsule.word(Capsule.PUSHED);
      int length = (int) Math.min(CHUNK, end - pushed);
      if (length == 0) {
        return;
      }
      inPipe = conduit.push((int) (pushed - base), length, pushed + length);
    }
  }

  @Override
  public void close() {
    capsule.close();
  }
}
