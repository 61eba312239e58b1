package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Row 3: a turn for each burst.
class BurstTest {
  private final List<List<Message>> taken = new ArrayList<>();
  private final Burst burst = new Burst(taken::add);

  private static Message message(int size) {
    return Codec.parse("7".repeat(size).getBytes(UTF_8));
  }

  @Test
  @DisplayName("what was added comes at once and in order, at the end")
  void inOrder() {
    Message a = message(1);
    Message b = message(2);
    burst.add(a);
    burst.add(b);
    assertThat(taken).isEmpty();
    burst.end();
    burst.end();
    assertThat(taken).containsExactly(List.of(a, b));
  }

  @Test
  @DisplayName("a burst that does not end is handed on in parts")
  void full() {
    for (int i = 0; i < 2 * Burst.MOST + 1; i++) {
      burst.add(message(1));
    }
    assertThat(taken).hasSize(2).allMatch(b -> b.size() == Burst.MOST);
    burst.end();
    assertThat(taken).hasSize(3);
  }

  @Test
  @DisplayName("none is handed on twice after a defect")
  void defect() {
    Burst failing =
        new Burst(all -> {
          taken.add(all);
          throw new IllegalStateException("a defect");
        });
    failing.add(message(1));
    assertThatThrownBy(failing::end).hasMessage("a defect");
    failing.end();
    assertThat(taken).hasSize(1);
  }
}
