package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Messages that come bit by bit.
class PartsTest {
  private static final int MOST = 1 << 22;

  private final Parts parts = new Parts(MOST);

  @Test
  @DisplayName(
      "However the bytes come, they are joined in their order, one message after the other")
  void order() {
    Random random = new Random(33);
    for (int i = 0; i < 300; i++) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      int size = 1 << random.nextInt(22);
      while (all.size() < size) {
        byte[] bytes = new byte[random.nextInt(1 + size / (1 + random.nextInt(200)))];
        random.nextBytes(bytes);
        int start = random.nextInt(bytes.length + 1);
        parts.add(bytes, start, bytes.length);
        all.write(bytes, start, bytes.length - start);
      }
      byte[] expected = all.toByteArray();
      assertThat(parts.length()).isEqualTo(expected.length);
      assertThat(parts.whole()).contains(expected);
      parts.clear();
    }
  }
}
