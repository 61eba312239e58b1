package dev.pitstop.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Skips bytes eight at a time ("SIMD within a register").
///
/// `(x - 0x01…) & ~x & 0x80…` marks the zero bytes of `x`, and sometimes bytes above them. In a
/// JSON string, one such test finds quotes and control characters: with bit 1 inverted, a quote
/// (0x22) lies right above the control characters.
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long NEWLINES = ONES * '\n';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long TURNED = ONES * 0x02;
  private static final long ABOVE_QUOTES = ONES * (('"' ^ 0x02) + 1);

  private Swar() {}

  /// Skips bytes of `[from, to)` that are no newlines: up to seven less than there are.
  static int skipLine(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i) ^ NEWLINES;
      if (((x - ONES) & ~x & HIGHS) != 0) {
        break;
      }
    }
    return i;
  }

  /// Skips bytes of `[from, to)` that simply belong to a JSON string: no quote, backslash or
  /// control character. Up to seven less than there are.
  static int skipString(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i);
      long specials = ((x ^ TURNED) - ABOVE_QUOTES) | ((x ^ BACKSLASHES) - ONES);
      if ((specials & ~x & HIGHS) != 0) {
        break;
      }
    }
    return i;
  }
}
