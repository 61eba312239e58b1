package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("changes are reported when they are quiet")
class QuietTest {
  private static final long QUIET = 200;
  private static final long AT_MOST = 2_000;

  private final PendingChanges pending = new PendingChanges(QUIET, AT_MOST, told -> {});

  private void changed(String file, long at) {
    pending.changed(file, FileChange.MODIFIED, at);
  }

  /// Changes at the given instants; the deadline afterwards.
  @ParameterizedTest(name = "changes at {0} settle at {1}")
  @CsvSource({
    "'0', 200",
    "'0 100', 300",
    "'0 100 250', 450",
    "'0 150 300 450 600 750 900 1050 1200 1350 1500 1650 1800', 2000",
    "'0 1900', 2000",
  })
  void settlesWhenQuietOrAtTheLatest(String instants, long expected) {
    for (String instant : instants.split(" ")) {
      changed("f", Long.parseLong(instant));
    }
    assertThat(pending.deadline()).hasValue(expected);
    assertThat(pending.advance(expected - 1)).isEmpty();
    assertThat(pending.advance(expected)).contains(new Settled(List.of("f"), 1, false));
    assertThat(pending.deadline()).isEmpty();
    assertThat(pending.advance(expected + AT_MOST)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE - 100, Long.MIN_VALUE, -50})
  void theClockMayWrap(long start) {
    changed("f", start);
    changed("f", start + 150);
    assertThat(pending.advance(start + 349)).isEmpty();
    assertThat(pending.advance(start + 350)).isPresent();
  }

  @Test
  void fiveHundredFilesAreOneChangeWithASortedSample() {
    for (int i = 999; i >= 500; i--) {
      changed("f" + i, 0);
      changed("f" + i, 1);
    }
    Settled settled = pending.advance(201).orElseThrow();
    assertThat(settled.count()).isEqualTo(500);
    assertThat(settled.sample()).hasSize(Settled.SAMPLE).isSorted().startsWith("f500", "f501");
  }

  @Test
  void aNewBurstStartsAfresh() {
    changed("a", 0);
    assertThat(pending.advance(200)).isPresent();
    changed("b", 5_000);
    assertThat(pending.deadline()).hasValue(5_200);
    assertThat(pending.advance(5_200)).contains(new Settled(List.of("b"), 1, false));
  }
}
