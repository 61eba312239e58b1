package dev.pitstop.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/// The memory, the pipe and the client of a [Capsule], all of which outlive the process that uses
/// them. The process can be made to end at any store and in the middle of any call of the system.
final class MortalConduit implements Conduit {
  /// The process ends.
  static final class Died extends Error {
    private static final long serialVersionUID = 1;
  }

  private static final int ROOM = 1 << 20;
  private static final int PIPE = 64 << 10;

  private final ByteBuffer words;
  private final ByteBuffer in = ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder());
  private final ByteBuffer out = ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder());
  private final byte[] written;
  private final Random random;
  private final byte[] pipe = new byte[PIPE];
  private final ByteArrayOutputStream got = new ByteArrayOutputStream();
  private int read; // how much of what the client has written
  private int from; // of the pipe
  private int to;
  private long life = Long.MAX_VALUE;
  private long steps;

  /// @param written what the client writes, all at once
  MortalConduit(byte[] written, long seed) {
    this.written = written;
    this.random = new Random(seed);
    try {
      Path file = Files.createTempFile("capsule", "");
      try (FileChannel c =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        words =
            c.map(FileChannel.MapMode.READ_WRITE, 0, Capsule.WORDS).order(ByteOrder.nativeOrder());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Another process begins.
  ///
  /// @param life how many steps it makes
  void begins(long life) {
    this.life = life;
  }

  /// How many steps were made so far.
  long steps() {
    return steps;
  }

  /// What the client has got.
  byte[] got() {
    return got.toByteArray();
  }

  /// Something has happened that the process may not have noticed.
  private void step() {
    steps++;
    if (--life == 0) {
      throw new Died();
    }
  }

  @Override
  public ByteBuffer words() {
    return words;
  }

  @Override
  public ByteBuffer in() {
    return in;
  }

  @Override
  public ByteBuffer out() {
    return out;
  }

  @Override
  public void stored() {
    step();
  }

  @Override
  public void clear(ByteBuffer memory, int begin, int length) {
    int half = length / 2;
    memory.put(begin, new byte[half]);
    step();
    memory.put(begin + half, new byte[length - half]);
    step();
  }

  @Override
  public int read(int at, int length, byte[] into, int begin) {
    int n = Math.min(written.length - read, 1 + random.nextInt(length));
    in.put(at, written, read, n);
    read += n;
    step();
    in.get(at, into, begin, n);
    return n;
  }

  @Override
  public int available() {
    return written.length - read;
  }

  @Override
  public int push(int at, int length, long end) {
    assert from == to : "the pipe is not empty";
    words.putLong(Capsule.MEANT, end);
    step();
    int n = 1 + random.nextInt(length);
    from = 0;
    to = n;
    out.get(at, pipe, 0, n);
    step();
    words.putLong(Capsule.MEANT, end - length + n);
    step();
    words.putLong(Capsule.PUSHED, end - length + n);
    step();
    return n;
  }

  @Override
  public int left() {
    return to - from;
  }

  @Override
  public int pass(int length) {
    assert length == left() : "another count";
    int n = 1 + random.nextInt(length);
    got.write(pipe, from, n);
    from += n;
    step();
    return n;
  }

  @Override
  public void end() {
    // nothing blocks
  }

  @Override
  public void letGo() {
    // nothing blocks
  }

  @Override
  public void free() {
    // it outlives whoever uses it
  }
}
