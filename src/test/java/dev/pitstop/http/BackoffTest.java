package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("back-off with jitter")
class BackoffTest {
  /// Always the least, or always the most.
  private static RandomGenerator always(boolean most) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError();
      }

      @Override
      public long nextLong(long bound) {
        return most ? bound - 1 : 0;
      }
    };
  }

  private static List<Long> delays(Backoff b, int n) {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      delays.add(b.next());
    }
    return delays;
  }

  @Test
  void bounds() {
    assertThat(delays(new Backoff(always(true), 100, 1_000), 6))
        .containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
    assertThat(delays(new Backoff(always(false), 100, 1_000), 6))
        .containsExactly(50L, 100L, 200L, 400L, 500L, 500L);
  }

  @Test
  void afterASuccessItBeginsAgain() {
    Backoff b = new Backoff(always(true), 100, 1_000);
    assertThat(delays(b, 3)).containsExactly(100L, 200L, 400L);
    b.reset();
    assertThat(delays(b, 2)).containsExactly(100L, 200L);
  }

  @Test
  void nothingOverflows() {
    Backoff b = new Backoff(new SplittableRandom(1), 1, Long.MAX_VALUE);
    assertThat(delays(b, 200)).allMatch(d -> d > 0);
    assertThat(delays(new Backoff(always(false), 1, 1), 3)).containsExactly(1L, 1L, 1L);
  }

  @Test
  void chanceIsSpread() {
    Backoff b = new Backoff(new SplittableRandom(7), 1_000, 1_000);
    assertThat(delays(b, 500)).allMatch(d -> d >= 500 && d <= 1_000);
    assertThat(delays(b, 500).stream().distinct().count()).isGreaterThan(200);
  }
}
