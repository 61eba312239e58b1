package dev.pitstop.rpc;

import java.util.Arrays;
import java.util.Optional;

/// The bytes of a message, which come bit by bit. Of a message that is too long, only the beginning
/// and the end are kept. The memory of a usual message is used again for the next. For one thread
/// at a time.
public final class Parts {
  /// How many bytes are kept of each end.
  public static final int ENDS = 8 * 1024;

  /// The most memory that stays for the next message.
  private static final int USUAL = 2 * 1024 * 1024;

  private static final byte[] NOTHING = {};

  private final int most;
  private byte[] kept = NOTHING; // with room for more
  private int used; // of it
  private long length;
  private byte[] tail = NOTHING; // of a message that is too long

  public Parts(int most) {
    this.most = most;
  }

  public long length() {
    return length;
  }

  public void add(byte[] from, int start, int end) {
    boolean fitted = fits();
    length += end - start;
    if (fits()) {
      keep(from, start, end);
      return;
    }
    if (fitted) { // until now
      tail = Arrays.copyOfRange(kept, Math.max(0, used - ENDS), used);
      used = Math.min(ENDS, used);
      kept = Arrays.copyOf(kept, used);
    }
    keep(from, start, Math.min(end, start + ENDS - used));
    int more = Math.min(ENDS, end - start);
    byte[] both = Arrays.copyOf(tail, tail.length + more);
    System.arraycopy(from, end - more, both, tail.length, more);
    tail = Arrays.copyOfRange(both, Math.max(0, both.length - ENDS), both.length);
  }

  private boolean fits() {
    return length <= most;
  }

  private void keep(byte[] from, int start, int end) {
    int needed = used + end - start;
    if (needed > kept.length) {
      long room = Math.min(most, Math.max(ENDS, 2L * kept.length));
      kept = Arrays.copyOf(kept, (int) Math.max(needed, room));
    }
    System.arraycopy(from, start, kept, used, end - start);
    used = needed;
  }

  /// All bytes as one array; empty if they are too many.
  public Optional<byte[]> whole() {
    return fits() ? Optional.of(Arrays.copyOf(kept, used)) : Optional.empty();
  }

  /// The first bytes of a message that is not whole.
  public byte[] head() {
    return Arrays.copyOf(kept, used);
  }

  /// The last bytes of a message that is not whole.
  public byte[] tail() {
    return tail;
  }

  /// Drops the bytes, for the next message.
  public void clear() {
    if (kept.length > USUAL) {
      kept = NOTHING;
    }
    used = 0;
    length = 0;
    tail = NOTHING;
  }
}
