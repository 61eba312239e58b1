package dev.pitstop.rpc;

import java.util.Arrays;

/// The positions of the long strings of one line. They are found and checked as JSON strings while
/// the line is read, so that the parser can skip them. Filled by one thread, then immutable.
public final class LongStrings {
  /// No string is known.
  static final LongStrings NONE = new LongStrings();

  private static final int[] NOTHING = {};

  /// For each string, the offset of its opening quote and the offset after its closing quote. If
  /// the string contains escapes, the second offset is stored as its complement, which is negative.
  private int[] offsets = NOTHING;

  private int count;

  /// Notes a string that lies behind all others.
  void add(int from, int to, boolean escaped) {
    if (2 * count == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.max(8, 4 * count));
    }
    offsets[2 * count] = from;
    offsets[2 * count + 1] = escaped ? ~to : to;
    count++;
  }

  /// The offset of the opening quote of this string. -1 if there are not so many strings.
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
