package dev.pitstop.rpc;

import java.util.Arrays;

/// The positions of the long strings of one line. They are found and checked as JSON strings while
/// the line is read, so that the parser skips them. Filled by one thread, then immutable.
public final class LongStrings {
  /// Nothing is known.
  static final LongStrings NONE = new LongStrings();

  private static final int[] NOTHING = {};

  /// Of each its opening quote and the end behind its closing one; the complement of that, which is
  /// negative, if there are escapes in it.
  private int[] offsets = NOTHING;

  private int count;

  /// Notes one that lies behind all others.
  void add(int from, int to, boolean escaped) {
    if (2 * count == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.max(8, 4 * count));
    }
    offsets[2 * count] = from;
    offsets[2 * count + 1] = escaped ? ~to : to;
    count++;
  }

  /// The line begins that much later than was thought.
  void shift(int by) {
    for (int i = 0; i < count; i++) {
      int end = offsets[2 * i + 1];
      offsets[2 * i] -= by;
      offsets[2 * i + 1] = end < 0 ? ~(~end - by) : end - by;
    }
  }

  /// The opening quote of that one; -1 if there are not so many.
  int from(int number) {
    return number < count ? offsets[2 * number] : -1;
  }

  int to(int number) {
    int end = offsets[2 * number + 1];
    return end < 0 ? ~end : end;
  }

  boolean escaped(int number) {
    return offsets[2 * number + 1] < 0;
  }
}
