package dev.pitstop.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Byte searches that look at eight bytes a step ("SIMD within a register"), four steps at a time.
/// A class of its own, so that the VarHandle is set up by the first long string and not on the way
/// to the first reply.
///
/// `(x - 0x01…) & ~x & 0x80…` marks the zero bytes of `x`. A borrow can mark a wrong byte, but only
/// one above the first right one, and only the lowest mark (the first byte in memory, the view
/// being little-endian) is used.
///
/// What is special in a JSON string takes two such tests and not three: with bit 1 turned around, a
/// quote (0x22) changes places with the space (0x20), and lies right above the control characters.
/// Turning a bit below the highest around leaves `~x & 0x80…`, so that is shared.
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long NEWLINES = ONES * '\n';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long TURNED = ONES * 0x02;
  private static final long ABOVE_QUOTES = ONES * (('"' ^ 0x02) + 1);

  private static final int STEPS = 4 * Long.BYTES;

  private Swar() {}

  /// The first newline in `[from, to)`, or `to`.
  static int newline(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - STEPS; i <= last; i += STEPS) {
      long hits =
          newlines((long) LONGS.get(b, i))
              | newlines((long) LONGS.get(b, i + 8))
              | newlines((long) LONGS.get(b, i + 16))
              | newlines((long) LONGS.get(b, i + 24));
      if ((hits & HIGHS) != 0) {
        break;
      }
    }
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long hits = newlines((long) LONGS.get(b, i)) & HIGHS;
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && b[i] != '\n') {
      i++;
    }
    return i;
  }

  private static long newlines(long x) {
    return ((x ^ NEWLINES) - ONES) & ~x;
  }

  /// The first byte in `[from, to)` that does not simply belong to a JSON string (a quote, a
  /// backslash or a control character), or `to`.
  static int special(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - STEPS; i <= last; i += STEPS) {
      long hits =
          specials((long) LONGS.get(b, i))
              | specials((long) LONGS.get(b, i + 8))
              | specials((long) LONGS.get(b, i + 16))
              | specials((long) LONGS.get(b, i + 24));
      if ((hits & HIGHS) != 0) {
        break;
      }
    }
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long hits = specials((long) LONGS.get(b, i)) & HIGHS;
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xE0) != 0) {
      i++;
    }
    return i;
  }

  private static long specials(long x) {
    return (((x ^ TURNED) - ABOVE_QUOTES) | ((x ^ BACKSLASHES) - ONES)) & ~x;
  }
}
