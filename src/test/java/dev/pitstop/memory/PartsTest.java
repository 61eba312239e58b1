package dev.pitstop.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// S2: messages that come bit by bit, in a session's share of the heap.
class PartsTest {
  private static final int MIB = 1 << 20;

  private final HeapBudget heap = new HeapBudget(64 * MIB); // 21.9 MiB for one alone
  private final Parts parts = new Parts(heap.open());

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
      assertThat(parts.joined()).isEqualTo(expected);
      int from = random.nextInt(expected.length);
      assertThat(parts.copy(from, expected.length + 9L))
          .isEqualTo(Arrays.copyOfRange(expected, from, expected.length));
      parts.clear();
      parts.passed();
    }
    parts.end();
    assertThat(heap.kept()).isZero();
  }

  @Test
  @DisplayName("A short one counts for nobody; of a long one the parts count, then the whole")
  void counts() {
    byte[] some = new byte[60_000];
    parts.add(some, 0, some.length);
    assertThat(parts.joined()).hasSize(some.length);
    assertThat(heap.kept()).isZero();
    parts.add(some, 0, some.length);
    assertThat(heap.kept()).isEqualTo(128 * 1024);
    parts.joined();
    assertThat(heap.kept()).isEqualTo(128 * 1024 + 120_000);
    parts.clear();
    assertThat(heap.kept()).isEqualTo(120_000);
    parts.passed();
    assertThat(heap.kept()).isZero();
  }

  @Test
  @DisplayName("A message takes no more than twice its length, and a part")
  void twice() {
    byte[] some = new byte[16 * 1024];
    for (int i = 0; i < 10 * MIB / some.length; i++) {
      parts.add(some, 0, some.length);
    }
    assertThat(parts.joined()).hasSize(10 * MIB);
    assertThat(heap.kept()).isLessThanOrEqualTo(21 * MIB);
  }

  @Test
  @DisplayName("What does not fit is refused, and what came before is still there")
  void refused() {
    byte[] first = "begin".getBytes(UTF_8);
    parts.add(first, 0, first.length);
    byte[] much = new byte[30 * MIB];
    assertThatThrownBy(() -> parts.add(much, 0, much.length)).isInstanceOf(OutOfMemoryError.class);
    assertThat(parts.length()).isEqualTo(5);
    assertThat(parts.copy(0, 100)).isEqualTo(first);
    parts.clear();
    assertThat(heap.kept()).isZero();
    parts.add(much, 0, 13 * MIB);
    assertThatThrownBy(parts::joined).isInstanceOf(OutOfMemoryError.class);
    parts.end();
    assertThat(heap.kept()).isZero();
  }
}
