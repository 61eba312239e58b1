package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The bytes of a message, which come bit by bit. A short one has one array. Of a longer one each
/// part is as long as all before it, and nothing is copied until it is whole. The first parts stay
/// for the next message.
///
/// If there is no room in the heap, an [OutOfMemoryError] says so, and what has been added before
/// is still there. For one thread at a time.
public final class Parts {
  /// The array of a message that is not longer grows with it.
  private static final int SHORT = 64 * 1024;

  /// So many parts stay for the next message: two MiB.
  private static final int STAY = 6;

  private static final int FIRST = 1024;
  private static final int MOST_PART = 4 * 1024 * 1024;

  private final List<byte[]> parts = new ArrayList<>(1);
  private int last; // the part that is being filled; those behind it are free
  private int used; // of that part
  private long length;

  public Parts() {
    parts.add(new byte[0]);
  }

  /// How many bytes there are.
  public long length() {
    return length;
  }

  /// Adds bytes.
  public void add(byte[] from, int start, int end) {
    long before = length;
    try {
      for (int at = start; at < end; ) {
        if (used == parts.get(last).length) {
          grow(end - at);
        }
        int n = Math.min(end - at, parts.get(last).length - used);
        System.arraycopy(from, at, parts.get(last), used, n);
        used += n;
        length += n;
        at += n;
      }
    } catch (OutOfMemoryError e) {
      length = before;
      throw e;
    }
  }

  private void grow(int wanted) {
    byte[] only = parts.getFirst();
    if (last == 0 && only.length < SHORT) {
      int least = Math.max(wanted + used, Math.max(FIRST, 2 * only.length));
      parts.set(0, Arrays.copyOf(only, Math.min(SHORT, least)));
      return;
    }
    if (last + 1 == parts.size()) {
      parts.add(new byte[(int) Math.min(length, MOST_PART)]);
    }
    last++;
    used = 0;
  }

  /// All bytes as one array.
  public byte[] joined() {
    return copy(0, length);
  }

  /// The bytes from `start` to `end`, as far as there are so many.
  public byte[] copy(long start, long end) {
    long to = Math.min(end, length);
    byte[] copy = new byte[(int) (to - start)];
    long begin = 0; // of a part
    for (byte[] part : parts) {
      long from = Math.max(start, begin);
      long until = Math.min(to, begin + part.length);
      if (from < until) {
        int n = (int) (until - from);
        System.arraycopy(part, (int) (from - begin), copy, (int) (from - start), n);
      }
      begin += part.length;
    }
    return copy;
  }

  /// Drops the bytes.
  public void clear() {
    parts.subList(Math.min(STAY, parts.size()), parts.size()).clear();
    last = 0;
    used = 0;
    length = 0;
  }
}
