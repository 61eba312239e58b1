package dev.pitstop.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The bytes of a message, which come bit by bit. A short one has an array that stays for the next.
/// Of a longer one each part is as long as all before it, and nothing is copied until it is whole.
///
/// What is longer than 64 KiB counts as kept by the session. If it may not keep that, or if there
/// is no room in the heap, an [OutOfMemoryError] says so, and what has been added before is still
/// there.
///
/// For one thread at a time. It ends with [#end].
public final class Parts {
  /// So much of a message is counted for nobody.
  public static final int UNCOUNTED = 64 * 1024;

  private static final int FIRST = 1024;
  private static final int MOST_PART = 1024 * 1024;

  private final Holding memory;
  private final List<byte[]> parts = new ArrayList<>(1);
  private int used; // of the last part
  private long length;
  private long joined; // bytes of the arrays that nobody else keeps yet

  /// @param memory what the session may keep
  public Parts(Share memory) {
    this.memory = memory.holding();
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
        if (used == parts.getLast().length) {
          grow(end - at);
        }
        int n = Math.min(end - at, parts.getLast().length - used);
        System.arraycopy(from, at, parts.getLast(), used, n);
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
    if (parts.size() == 1 && only.length < UNCOUNTED) {
      int least = Math.max(wanted + used, Math.max(FIRST, 2 * only.length));
      parts.set(0, Arrays.copyOf(only, Math.min(UNCOUNTED, least)));
      return;
    }
    int size = (int) Math.min(length, MOST_PART);
    ask(size + (parts.size() == 1 ? only.length : 0));
    parts.add(new byte[size]);
    used = 0;
  }

  private void ask(long more) {
    if (!memory.keep(memory.bytes() + more)) {
      throw new OutOfMemoryError("other sessions need the rest");
    }
  }

  /// All bytes as one array, which counts too until [#passed].
  public byte[] joined() {
    if (length <= UNCOUNTED) {
      return copy(0, length);
    }
    ask(length);
    byte[] whole = copy(0, length);
    joined += length;
    return whole;
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
    parts.subList(1, parts.size()).clear();
    used = 0;
    length = 0;
    count();
  }

  /// Others keep now what was joined, or nobody does.
  public void passed() {
    joined = 0;
    count();
  }

  /// Nothing more comes.
  public void end() {
    joined = 0;
    clear();
  }

  private void count() {
    long kept = joined;
    for (byte[] part : parts) {
      kept += parts.size() > 1 ? part.length : 0;
    }
    if (kept != memory.bytes()) {
      memory.keeps(kept);
    }
  }
}
