package dev.pitstop.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Byte searches that look at eight bytes a step ("SIMD within a register"). A class of its own, so
/// that the VarHandle is set up by the first long string and not on the way to the first reply.
///
/// `(x - 0x01…) & ~x & 0x80…` marks the zero bytes of `x`. A borrow can mark a wrong byte, but only
/// one above the first right one, and only the lowest mark (the first byte in memory, the view
/// being little-endian) is used.
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long NEWLINES = ONES * '\n';
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private Swar() {}

  /// The first newline in `[from, to)`, or `to`.
  static int newline(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i) ^ NEWLINES;
      long hits = (x - ONES) & ~x & HIGHS;
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && b[i] != '\n') {
      i++;
    }
    return i;
  }

  /// The first byte in `[from, to)` that does not simply belong to a JSON string (a quote, a
  /// backslash or a control character), or `to`.
  static int special(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i);
      long quote = x ^ QUOTES;
      long backslash = x ^ BACKSLASHES;
      long hits =
          (((x - SPACES) & ~x) | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash))
              & HIGHS;
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xE0) != 0) {
      i++;
    }
    return i;
  }
}
