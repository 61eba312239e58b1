package dev.pitstop.engine;

import dev.pitstop.rpc.Ledger;
import java.io.IOException;
import java.io.InputStream;

/// What a client writes, read into the [Capsule], where it stays until it is taken up. After a
/// takeover first come the lines that are repeated, and what the process before has read and not
/// taken up. One thread reads; the methods about lines are called by the same thread.
final class ClientBytes extends InputStream {
  private static final int CHUNK = 64 << 10;

  /// An agent that has said nothing for so long does something else.
  private static final long QUIET_NANOS = 10_000_000_000L;

  /// From here on, what has been taken up makes room.
  private static final int MUCH = 1 << 20;

  private final Capsule capsule;
  private final Conduit conduit;
  private byte[] repeated;
  private int repeatedTo; // up to where that was given
  private int given; // up to where the bytes in the capsule were given
  private int taken;
  private int read;
  private int longest;
  private boolean skipping;
  private long came = System.nanoTime();

  /// @param repeated the lines that come first
  ClientBytes(Capsule capsule, byte[] repeated) {
    this.capsule = capsule;
    conduit = capsule.conduit;
    longest = conduit.in().capacity() - 2 * CHUNK;
    this.repeated = repeated;
    long word = capsule.word(Capsule.TAKEN_AND_READ);
    taken = (int) (word >>> 32);
    read = (int) word;
    while (read < conduit.in().capacity() && conduit.in().get(read) != 0) {
      read++; // the process before ended before it could count these
    }
    if (capsule.before != Ledger.Before.NOBODY) { // it had not cleared everything yet, perhaps
      conduit.clear(conduit.in(), read, conduit.in().capacity() - read);
    }
    given = taken;
    skipping = capsule.word(Capsule.SKIPPING) != 0;
    count();
    if (skipping) {
      skips();
      given = taken;
    }
  }

  /// Where the first byte is that was not taken up.
  int taken() {
    return taken;
  }

  /// Whether everything that was read has been taken up, and nothing has come for a while. With the
  /// lock.
  boolean isQuiet() {
    return taken == read && System.nanoTime() - came > QUIET_NANOS;
  }

  /// @param bytes the length of the longest line that is of use
  void longest(int bytes) {
    longest = Math.min(longest, bytes + CHUNK);
  }

  private void count() {
    capsule.word(Capsule.TAKEN_AND_READ, (long) taken << 32 | read);
  }

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
    if (repeatedTo < repeated.length) {
      int n = Math.min(length, repeated.length - repeatedTo);
      System.arraycopy(repeated, repeatedTo, to, from, n);
      repeatedTo += n;
      if (repeatedTo == repeated.length) {
        repeated = new byte[0];
        repeatedTo = 0;
      }
      return n;
    }
    int at;
    synchronized (capsule.lock) {
      if (!capsule.isOpen()) {
        return -1;
      }
      if (given < read) {
        int n = Math.min(length, read - given);
        conduit.in().get(given, to, from, n);
        given += n;
        return n;
      }
      makeRoom();
      at = read;
    }
    int n = conduit.read(at, Math.min(length, CHUNK), to, from);
    if (n == 0) {
      return -1;
    }
    synchronized (capsule.lock) {
      read += n;
      given = read;
      came = System.nanoTime();
      if (capsule.isOpen()) {
        count();
      }
    }
    return n;
  }

  /// Forgets what was taken up, so that the next bytes begin at the beginning.
  private void makeRoom() {
    if (skipping || read - taken > longest) { // nobody will ever take it up
      if (!skipping) {
        skipping = true;
        capsule.word(Capsule.SKIPPING, 1);
      }
      taken = read;
      restart();
    } else if (taken == read ? read >= CHUNK / 2 : read > MUCH && read - taken < taken) {
      restart();
    }
  }

  /// Moves what was not taken up to the beginning. Behind the last byte that counts there is always
  /// a zero.
  private void restart() {
    int kept = read - taken;
    int was = read;
    if (kept > 0) {
      conduit.in().put(0, conduit.in(), taken, kept);
    }
    conduit.clear(conduit.in(), kept, taken - kept);
    int from = taken;
    taken = 0;
    read = kept;
    given = kept;
    count();
    conduit.clear(conduit.in(), from, was - from);
  }

  /// A line of this length is taken up. With the lock.
  void passes(int length) {
    int end = taken + length;
    if (end < read && conduit.in().get(end) == '\n') {
      taken = end + 1;
    } else {
      taken = afterLine(); // there were blank lines before it, or other bytes around it
    }
    count();
  }

  /// A line is dropped. With the lock.
  void skips() {
    int end = newline(taken);
    taken = Math.min(read, end + 1);
    if (skipping && end < read) {
      skipping = false;
      count();
      capsule.word(Capsule.SKIPPING, 0);
    } else {
      count();
    }
  }

  private int newline(int from) {
    int i = from;
    while (i < read && conduit.in().get(i) != '\n') {
      i++;
    }
    return i;
  }

  /// Where the first line ends that is not blank.
  private int afterLine() {
    int from = taken;
    while (true) {
      int end = newline(from);
      if (end == read) {
        return read;
      }
      if (!isBlank(from, end)) {
        return end + 1;
      }
      from = end + 1;
    }
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = conduit.in().get(i);
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  @Override
  public int available() {
    return repeatedTo < repeated.length || given < read ? 1 : conduit.available();
  }

  @Override
  public void close() {
    conduit.end();
  }
}
