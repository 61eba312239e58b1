package dev.pitstop.http;

import dev.pitstop.rpc.Parts;
import java.util.Arrays;

/// The data of one event after the other. Of data that is too long, only the beginning and the end
/// are kept. For one thread.
final class SseData {
  /// How many bytes are kept of the beginning.
  static final int HEAD = 8 * 1024;

  private static final int TAIL = 4 * 1024;
  private static final byte[] NONE = {};

  private final int most;
  private final Parts parts;
  private long length;
  private boolean dropped;
  private byte[] head = NONE; // of dropped data, and so is what follows
  private byte[] tail = NONE;

  /// @param most bytes of one event
  SseData(int most) {
    this.most = most;
    this.parts = new Parts();
  }

  /// The length of everything added, including bytes that were not kept.
  long length() {
    return length;
  }

  void add(byte[] from, int start, int end) {
    length += end - start;
    if (length <= most) {
      parts.add(from, start, end);
    } else {
      drop();
      head = with(head, from, start, end, Math.min(HEAD, most));
      int n = Math.min(TAIL, end - start);
      byte[] begun = Arrays.copyOfRange(tail, Math.max(0, tail.length + n - TAIL), tail.length);
      tail = with(begun, from, end - n, end, TAIL);
    }
  }

  private void drop() {
    if (!dropped) {
      dropped = true;
      head = parts.copy(0, Math.min(HEAD, most));
      tail = parts.copy(Math.max(0, parts.length() - TAIL), parts.length());
      parts.clear();
    }
  }

  /// The bytes with more behind them, up to a limit.
  private static byte[] with(byte[] bytes, byte[] from, int start, int end, int most) {
    int n = Math.min(end - start, most - bytes.length);
    if (n <= 0) {
      return bytes;
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + n);
    System.arraycopy(from, start, longer, bytes.length, n);
    return longer;
  }

  /// All of it, unless it is too long.
  byte[] whole() {
    return parts.joined();
  }

  /// The first bytes of what was dropped.
  byte[] head() {
    return head;
  }

  /// The last bytes of what was dropped.
  byte[] tail() {
    return tail;
  }

  /// The next event begins.
  void clear() {
    parts.clear();
    length = 0;
    dropped = false;
    head = NONE;
    tail = NONE;
  }
}
