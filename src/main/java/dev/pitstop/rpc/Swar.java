package dev.pitstop.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Searches bytes eight at a time ("SIMD within a register"), four steps in a row. It is a class of
/// its own, so that the first long string sets up the VarHandle, which would delay the first reply.
///
/// `(x - 0x01…) & ~x & 0x80…` marks the zero bytes of `x`. A borrow can mark a wrong byte, but only
/// one above the first right one. Only the lowest mark is used. It is the first byte in memory,
/// because the view is little-endian.
///
/// Two such tests find the three kinds of special bytes in a JSON string. If bit 1 is inverted, a
/// quote (0x22) changes places with the space (0x20) and lies right above the control characters,
/// so one test finds both. Inverting a bit below the highest one does not change `~x & 0x80…`, so
/// both tests share that part.
final class Swar {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long NEWLINES = ONES * '\n';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long TURNED = ONES * 0x02;
  private static final long ABOVE_QUOTES = ONES * (('"' ^ 0x02) + 1);

  /// All bits of a byte but the highest.
  private static final long LOWS = ~HIGHS;

  private static final long QUOTES = ONES * '"';
  private static final long BS = ONES * 'b';
  private static final long FS = ONES * 'f';
  private static final long TS = ONES * 't';

  /// All bits but the one in which `b` and `r` differ; below, `f` and `n`. No other two characters
  /// become equal.
  private static final long B_OR_R = ~(ONES * ('b' ^ 'r'));

  private static final long F_OR_N = ~(ONES * ('f' ^ 'n'));

  private static final int STEPS = 4 * Long.BYTES;

  /// So much is looked at in a loop that nothing leaves early: the second compiler makes vector
  /// instructions of it, which find nothing at 26 GB/s, where steps do at 9.5. (The first compiler
  /// makes 5 of 6.5.)
  private static final int BLOCK = 512;

  /// After so many bytes without a backslash, [#special] is faster than [#escaped].
  private static final int CALM = 64;

  private Swar() {}

  /// The first newline in `[from, to)`, or `to`.
  static int newline(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - BLOCK; i <= last && !hasNewline(b, i); ) {
      i += BLOCK;
    }
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

  private static boolean hasNewline(byte[] b, int from) {
    long hits = 0;
    for (int i = from; i < from + BLOCK; i += Long.BYTES) {
      hits |= newlines((long) LONGS.get(b, i));
    }
    return (hits & HIGHS) != 0;
  }

  private static long newlines(long x) {
    return ((x ^ NEWLINES) - ONES) & ~x;
  }

  /// The first byte in `[from, to)` that does not simply belong to a JSON string (a quote, a
  /// backslash or a control character), or `to`.
  static int special(byte[] b, int from, int to) {
    int i = from;
    for (int last = to - BLOCK; i <= last && !hasSpecial(b, i); ) {
      i += BLOCK;
    }
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

  private static boolean hasSpecial(byte[] b, int from) {
    long hits = 0;
    for (int i = from; i < from + BLOCK; i += Long.BYTES) {
      hits |= specials((long) LONGS.get(b, i));
    }
    return (hits & HIGHS) != 0;
  }

  private static long specials(long x) {
    return (((x ^ TURNED) - ABOVE_QUOTES) | ((x ^ BACKSLASHES) - ONES)) & ~x;
  }

  /// Skips the part of a JSON string that has only simple bytes and the usual escapes, in steps of
  /// eight bytes. For texts that are full of escapes. It stops before the first eight bytes with
  /// anything else (the end, a `\\u`, a `\\/`, a mistake), and sometimes without a reason.
  ///
  /// In a run of backslashes, the first, third, fifth … begin an escape and mark the next byte. A
  /// marked byte must be a quote, a backslash or `b`, `r`, `f`, `n`, `t`. These tests are exact,
  /// because no sum carries into the next byte. All is one method, because C1 does not inline
  /// methods that are not tiny.
  ///
  /// @param from in a string, not behind a backslash
  /// @return an offset from `from` to `to` that is not behind a backslash either
  static int escaped(byte[] b, int from, int to) {
    int i = from;
    int calm = from + CALM;
    long behind = 0; // the lowest mark if a backslash before these bytes escapes the first one
    for (int last = to - Long.BYTES; i <= last; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i);
      long low = x & LOWS;
      long backslashes = ~(((low ^ BACKSLASHES) + LOWS) | x) & HIGHS & ~behind;
      long marked = behind;
      long next = 0;
      if (backslashes != 0) {
        long shifted = backslashes << Byte.SIZE;
        long openers = backslashes & ~shifted;
        long inRun = backslashes & shifted;
        if (inRun != 0) {
          openers |= (openers << (2 * Byte.SIZE)) & inRun;
          openers |= (openers << (2 * Byte.SIZE)) & inRun;
          openers |= (openers << (2 * Byte.SIZE)) & inRun;
        }
        marked |= openers << Byte.SIZE;
        next = openers >>> (Long.SIZE - Byte.SIZE);
        calm = i + CALM;
      } else if (i > calm) {
        break;
      }
      // Finds quotes and control characters. Each backslash is an opener or marked.
      long stops = ((x ^ TURNED) - ABOVE_QUOTES) & ~x & ~marked;
      if (marked != 0) {
        long unusual =
            ((low ^ QUOTES) + LOWS)
                & ((low ^ BACKSLASHES) + LOWS)
                & (((low & B_OR_R) ^ BS) + LOWS)
                & (((low & F_OR_N) ^ FS) + LOWS)
                & ((low ^ TS) + LOWS);
        stops |= (unusual | x) & marked;
      }
      if ((stops & HIGHS) != 0) {
        break;
      }
      behind = next;
    }
    return behind == 0 ? i : i - 1;
  }
}
