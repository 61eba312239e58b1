package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// S2: searches that look at many bytes a step find what a look at each byte finds.
class SwarTest {
  @Test
  void anyByteAnywhere() {
    for (byte filling : new byte[] {'x', ' ', '!', '#', '[', ']', 0x7F, (byte) 0x80, (byte) 0xFF}) {
      for (int value = 0; value < 256; value++) {
        byte[] b = new byte[75];
        Arrays.fill(b, filling);
        for (int at : new int[] {0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 71, 72, 74}) {
          b[at] = (byte) value;
          check(b, 0, b.length);
          b[at] = filling;
        }
      }
    }
  }

  @Test
  void randomTexts() {
    Random random = new Random(20261122);
    byte[] common = {
      '"', '\\', '\n', 0x1F, ' ', '!', '#', 'a', 0x7F, (byte) 0x80, (byte) 0xA2, (byte) 0xDC
    };
    for (int round = 0; round < 20_000; round++) {
      byte[] b = new byte[random.nextInt(120)];
      Arrays.fill(b, (byte) 'x');
      for (int n = random.nextInt(6); n > 0 && b.length > 0; n--) {
        b[random.nextInt(b.length)] = common[random.nextInt(common.length)];
      }
      int from = random.nextInt(b.length + 1);
      check(b, from, from + random.nextInt(b.length - from + 1));
    }
  }

  /// Texts of nothing but plain bytes and escapes, with something else now and then.
  @Test
  void escapes() {
    Random random = new Random(20261123);
    byte[] plain = {
      'a', ' ', '!', '#', '/', 'n', 't', 'u', 0x7F, (byte) 0x80, (byte) 0xDC, (byte) 0xA2
    };
    byte[] usual = {'"', '\\', 'b', 'f', 'n', 'r', 't'};
    int far = 0;
    for (int round = 0; round < 40_000; round++) {
      byte[] b = new byte[8 + random.nextInt(120)];
      int every = 1 + random.nextInt(12);
      for (int i = 0; i < b.length; i++) {
        if (random.nextInt(every) > 0 || i + 1 == b.length) {
          b[i] = plain[random.nextInt(plain.length)];
        } else {
          b[i++] = '\\';
          b[i] = usual[random.nextInt(usual.length)];
        }
      }
      if (random.nextBoolean()) {
        b[random.nextInt(b.length)] = (byte) random.nextInt(256);
      }
      int from = escapedUpTo(b, 0, random.nextInt(8));
      int end = Swar.escaped(b, from, b.length);
      assertThat(end).isBetween(from, b.length);
      assertThat(escapedUpTo(b, from, end)).isEqualTo(end);
      far += end - from;
    }
    assertThat(far).isGreaterThan(40_000 * 16);
  }

  /// The first offset at or behind `atLeast` that is not within an escape; fewer if a string would
  /// not go on so far from `from`.
  private static int escapedUpTo(byte[] b, int from, int atLeast) {
    int i = from;
    while (i < atLeast) {
      if (b[i] == '\\') {
        if (i + 1 == b.length || "\"\\/bfnrt".indexOf(b[i + 1]) < 0) {
          return i;
        }
        i += 2;
      } else if (b[i] == '"' || (b[i] & 0xE0) == 0) {
        return i;
      } else {
        i++;
      }
    }
    return i;
  }

  @Test
  void anyByteBehindABackslash() {
    for (int value = 0; value < 256; value++) {
      for (int at = 0; at < 24; at++) {
        byte[] b = new byte[32];
        Arrays.fill(b, (byte) 'x');
        b[at] = '\\';
        b[at + 1] = (byte) value;
        boolean usual = value > 0 && "\"\\bfnrt".indexOf(value) >= 0;
        int end = Swar.escaped(b, 0, b.length);
        if (usual) {
          assertThat(end).isGreaterThan(at + 1);
        } else {
          assertThat(end).isLessThanOrEqualTo(at);
        }
      }
    }
  }

  @Test
  void runsOfBackslashes() {
    for (int run = 1; run <= 40; run++) {
      for (int at = 0; at < 9; at++) {
        byte[] b = new byte[64];
        Arrays.fill(b, (byte) 'x');
        Arrays.fill(b, at, at + run, (byte) '\\');
        b[at + run] = '"';
        int end = Swar.escaped(b, 0, b.length);
        if (run % 2 == 0) {
          assertThat(end).isLessThanOrEqualTo(at + run).isGreaterThan(at + run - 9);
        } else {
          assertThat(end).isEqualTo(b.length);
        }
      }
    }
  }

  private static void check(byte[] b, int from, int to) {
    int newline = from;
    while (newline < to && b[newline] != '\n') {
      newline++;
    }
    int special = from;
    while (special < to && b[special] != '"' && b[special] != '\\' && (b[special] & 0xFF) >= 0x20) {
      special++;
    }
    assertThat(Swar.newline(b, from, to)).isEqualTo(newline);
    assertThat(Swar.special(b, from, to)).isEqualTo(special);
  }
}
