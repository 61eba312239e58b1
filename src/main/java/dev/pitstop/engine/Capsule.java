package dev.pitstop.engine;

import dev.pitstop.process.Hands;
import dev.pitstop.process.Ledger;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The memory in which a session leaves what its successor must know (docs/design/engine.md, "When
/// the engine dies"). The front has made it, and keeps it. It is valid after every single store, as
/// this process may end at any of them. So what a word announces is always written before the word.
///
/// Whoever uses the memory holds this object's lock, or is in a call of a descriptor that is let go
/// before the memory is.
final class Capsule {
  private static final int WORDS = 4096;
  static final int SLOT = 2048;
  static final int SLOTS = 16_384;
  private static final int LARGE = 64 << 20;
  static final int IN = 512 << 20;
  static final int OUT = 1 << 30;
  private static final long SIZE = (long) WORDS + (long) SLOT * SLOTS + LARGE + IN + OUT;

  /// The first word of a capsule that was used.
  private static final long MARK = 0x3150_4f54_5354_4950L;

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
  final Ledger.Before before;
  private final int memory;
  private final int[] pipe;
  private final long address;
  private final ByteBuffer words;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private boolean closed;

  /// @param memory the descriptor of the memory; closed with the capsule
  /// @param pipe both ends of the pipe to the client, the one to be read first; likewise
  Capsule(int memory, int... pipe) throws IOException {
    this.memory = memory;
    this.pipe = pipe;
    boolean used = Shared.size(memory) >= SIZE;
    address = Shared.map(memory, SIZE);
    if (address < 0 && address > -4096) {
      throw new IOException("no memory for the session: error " + -address);
    }
    words = view(0, SIZE - IN - OUT);
    in = view(SIZE - IN - OUT, IN);
    out = view(SIZE - OUT, OUT);
    if (used && words.getLong(0) != MARK) {
      throw new IOException("the memory of the session is another build's");
    }
    boolean moved = words.getLong(MOVED) != 0;
    before = !used ? Ledger.Before.NOBODY : moved ? Ledger.Before.MOVED : Ledger.Before.DIED;
    words.putLong(MOVED, 0);
    words.putLong(0, MARK);
  }

  private ByteBuffer view(long from, long size) {
    return Shared.view(address + from, size).order(ByteOrder.nativeOrder());
  }

  /// Gives the memory back. Whoever reads from the client or writes to it has been let go.
  void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
    }
    Shared.unmap(address, SIZE);
    Hands.close(memory);
    Hands.close(pipe[0]);
    Hands.close(pipe[1]);
  }

  /// The session is given away.
  void moves() {
    synchronized (lock) {
      if (!closed) {
        word(MOVED, 1);
      }
    }
  }

  /// With the lock: whether the memory is there.
  boolean isOpen() {
    return !closed;
  }

  long word(int place) {
    return words.getLong(place);
  }

  /// Writes a word after everything that was written before.
  void word(int place, long value) {
    VarHandle.releaseFence();
    words.putLong(place, value);
    VarHandle.releaseFence();
  }

  /// The same for a word of four bytes.
  void word4(int place, int value) {
    VarHandle.releaseFence();
    words.putInt(place, value);
    VarHandle.releaseFence();
  }

  /// The words, then the slots, then the large lines.
  ByteBuffer words() {
    return words;
  }

  static int slot(int number) {
    return WORDS + number * SLOT;
  }

  /// Where the large lines are.
  static int large() {
    return WORDS + SLOT * SLOTS;
  }

  /// How much room they have.
  static int largeRoom() {
    return LARGE;
  }

  /// The client's bytes.
  ByteBuffer in() {
    return in;
  }

  long inAddress() {
    return address + SIZE - IN - OUT;
  }

  /// Messages to the client.
  ByteBuffer out() {
    return out;
  }

  long outAddress() {
    return address + SIZE - OUT;
  }

  long wordAddress(int place) {
    return address + place;
  }

  /// The end of the pipe that is read.
  int pipe() {
    return pipe[0];
  }

  /// The end of the pipe that is written.
  int pipeIn() {
    return pipe[1];
  }
}
