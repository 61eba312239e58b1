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
