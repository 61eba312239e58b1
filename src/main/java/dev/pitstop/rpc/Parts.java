package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The bytes of a message, which come bit by bit. Of a longer one each part is as long as all
/// before it, and nothing is copied until it is whole. Of a message that is too long, only the
/// beginning and the end are kept. For one thread at a time.
public final class Parts {
  /// How many bytes are kept of each end.
  public static final int ENDS = 8 * 1024;

  private static final int FIRST = 8 * 1024;
  private static final int SECOND = 64 * 1024;
  private static final int MOST_PART = 4 * 1024 * 1024;

  private static final byte[] NOTHING = {};

  private final int most;
  private final List<Outgoing.Piece> parts = new ArrayList<>(1);
  private int kept; // bytes in the parts
  private int room; // in the parts, with what is used of it
  private long length;
  private byte[] head = NOTHING; // of a message that is too long, and so is the tail
  private byte[] tail = NOTHING;

  /// @param most the most bytes of a message
  public Parts(int most) {
    this.most = most;
  }

  /// How many bytes were added.
  public long length() {
    return length;
  }

  /// Adds bytes.
  public void add(byte[] from, int start, int end) {
    boolean fitted = fits();
    length += end - start;
    if (fits()) {
      keep(from, start, end);
      return;
    }
    if (fitted) { // until now
      head = copy(0, Math.min(ENDS, kept));
      tail = copy(Math.max(0, kept - ENDS), kept);
      keepFirst(0);
    }
    head = with(head, from, start, Math.min(end, start + ENDS - head.length));
    byte[] both = with(tail, from, Math.max(start, end - ENDS), end);
    tail = Arrays.copyOfRange(both, Math.max(0, both.length - ENDS), both.length);
  }

  private boolean fits() {
    return length <= most;
  }

  private void keep(byte[] from, int start, int end) {
    for (int at = start; at < end; ) {
      if (kept == room) {
        int more = room == 0 ? FIRST : Math.clamp(kept, SECOND, MOST_PART);
        parts.add(new Outgoing.Piece(new byte[more], 0, more));
        room += more;
      }
      int n = Math.min(end - at, room - kept);
      Outgoing.Piece last = parts.getLast();
      System.arraycopy(from, at, last.bytes(), last.length() - (room - kept), n);
      kept += n;
      at += n;
    }
  }

  private byte[] copy(int from, int until) {
    return Outgoing.of(parts).part(from, until);
  }

  private static byte[] with(byte[] bytes, byte[] from, int start, int end) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + end - start);
    System.arraycopy(from, start, longer, bytes.length, end - start);
    return longer;
  }

  /// All bytes as one array; empty if they are too many.
  public Optional<byte[]> whole() {
    if (kept <= FIRST && kept > 0) {
      return Optional.of(Arrays.copyOf(parts.getFirst().bytes(), kept)); // nearly always
    }
    return fits() ? Optional.of(copy(0, kept)) : Optional.empty();
  }

  /// The first bytes of a message that is not whole.
  public byte[] head() {
    return head;
  }

  /// The last bytes of a message that is not whole.
  public byte[] tail() {
    return tail;
  }

  /// Drops the bytes. The next message begins in the first part.
  public void clear() {
    keepFirst(1);
    length = 0;
    head = NOTHING;
    tail = NOTHING;
  }

  private void keepFirst(int some) {
    int stay = Math.min(some, parts.size());
    parts.subList(stay, parts.size()).clear();
    room = stay * FIRST;
    kept = 0;
  }
}
