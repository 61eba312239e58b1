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

  /// All bits of a byte but the highest.
  private static final long LOWS = ~HIGHS;

  private static final long QUOTES = ONES * '"';
  private static final long BS = ONES * 'b';
  private static final long FS = ONES * 'f';
  private static final long TS = ONES * 't';

  /// All bits but the one in which `b` and `r` differ, or `f` and `n`. No other characters do.
  private static final long B_OR_R = ~(ONES * ('b' ^ 'r'));

  private static final long F_OR_N = ~(ONES * ('f' ^ 'n'));

  private static final int STEPS = 4 * Long.BYTES;

  /// After so many bytes without a backslash [#special] is faster than [#escaped].
  private static final int CALM = 64;

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

  /// How far, in steps of eight bytes, a JSON string goes on from `from` with nothing but simple
  /// bytes and the usual escapes, for texts full of them. What else there is (the end, a `\\u`, a
  /// `\\/`, a mistake) may lie in the eight bytes behind, or not: false alarms are possible.
  ///
  /// Of a run of backslashes the first, third, fifth … begin an escape, and mark the byte behind.
  /// Marked bytes must be a quote, a backslash or `b`, `r`, `f`, `n`, `t`; these are told apart
  /// exactly, as no sum goes beyond its byte. One method, as C1 makes a call of each that is not
  /// tiny.
  ///
  /// @param from in a string, not behind a backslash
  /// @return `from`, or an offset behind it, at most `to`, that is not behind a backslash either
  static int escaped(byte[] b, int from, int to) {
    int i = from;
    int calm = from + CALM;
    long behind = 0; // the lowest mark, if the backslash of the first byte came before
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
      // Quotes and control characters; each backslash is an opener or marked.
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
