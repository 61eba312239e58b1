package dev.pitstop.engine;

import dev.pitstop.rpc.Ledger;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/// The memory in which a session leaves what its successor must know (docs/design/engine.md, "When
/// the engine dies"). It is valid after every single store, as this process may end at any of them.
/// So what a word announces is always written before the word.
///
/// Whoever uses the memory holds one of this object's locks, or is in a call that [Conduit#letGo]
/// waits for. What goes to the client has a lock of its own, because it takes long.
final class Capsule {
  private static final int HEAD = 4096;
  static final int SLOT = 2048;
  static final int SLOTS = 16_384;
  static final int LARGE = HEAD + SLOT * SLOTS;
  static final int LARGE_ROOM = 64 << 20;

  // The sizes of the memory.
  static final int WORDS = LARGE + LARGE_ROOM;
  static final int IN = 512 << 20;
  static final int OUT = 1 << 30;
  static final long SIZE = (long) WORDS + IN + OUT;

  /// The first word of a capsule that was used.
  private static final long MARK = 0x3250_4f54_5354_4950L;

  // The places of the words.
  static final int TAKEN_AND_READ = 8; // in the client's bytes: up to where they are taken up; read
  static final int OUT_END = 16; // the end of all complete messages, in the stream to the client
  static final int OUT_BASE = 24; // where the memory of these messages begins in that stream
  static final int MEANT = 32; // how far the pipe to the client is meant to be filled
  static final int PUSHED = 40; // how far it is
  static final int SKIPPING = 48; // 1: the rest of the client's line is dropped
  static final int HIGHEST = 56; // the number of slots that were ever used
  private static final int MOVED = 64; // 1: the process before has given the session away

  final Object lock = new Object();

  /// One thread writes to the client at a time.
  final ReentrantLock writing = new ReentrantLock();

  final Conduit conduit;
  final Ledger.Before before;
  private volatile boolean closed;

  /// @throws IOException if the memory is not one of this build
  Capsule(Conduit conduit) throws IOException {
    this.conduit = conduit;
    long mark = word(0);
    if (mark != 0 && mark != MARK) {
      throw new IOException("the memory of the session is another build's");
    }
    boolean moved = word(MOVED) != 0;
    before = mark == 0 ? Ledger.Before.NOBODY : moved ? Ledger.Before.MOVED : Ledger.Before.DIED;
    word(MOVED, 0);
    word(0, MARK);
  }

  /// Gives the memory back, and lets the client go.
  void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    conduit.letGo();
    writing.lock(); // who has written is back
    try {
      conduit.free();
    } finally {
      writing.unlock();
    }
  }

  /// The session is given away: the client is not read any more.
  void move() {
    synchronized (lock) {
      if (!closed) {
        word(MOVED, 1);
      }
    }
    conduit.end();
  }

  /// With one of the locks: whether the memory is there.
  boolean isOpen() {
    return !closed;
  }

  long word(int place) {
    return conduit.words().getLong(place);
  }

  /// Writes a word after everything that was written before.
  void word(int place, long value) {
    VarHandle.releaseFence();
    conduit.words().putLong(place, value);
    VarHandle.releaseFence();
    conduit.stored();
  }

  /// The same for a word of four bytes.
  void word4(int place, int value) {
    VarHandle.releaseFence();
    conduit.words().putInt(place, value);
    VarHandle.releaseFence();
    conduit.stored();
  }

  static int slot(int number) {
    return HEAD + number * SLOT;
  }
}
