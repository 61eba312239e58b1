package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("debouncing")
class DebouncerTest {
  private static final long QUIET = 200;
  private static final long AT_MOST = 2_000;

  private final Debouncer debouncer = new Debouncer(QUIET, AT_MOST);

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
      debouncer.changed("f", Long.parseLong(instant));
    }
    assertThat(debouncer.deadline()).hasValue(expected);
    assertThat(debouncer.settle(expected - 1)).isEmpty();
    assertThat(debouncer.settle(expected)).contains(new Settled(List.of("f"), 1));
    assertThat(debouncer.isPending()).isFalse();
    assertThat(debouncer.deadline()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE - 100, Long.MIN_VALUE, -50})
  void theClockMayWrap(long start) {
    debouncer.changed("f", start);
    debouncer.changed("f", start + 150);
    assertThat(debouncer.settle(start + 349)).isEmpty();
    assertThat(debouncer.settle(start + 350)).isPresent();
  }

  @Test
  void fiveHundredFilesAreOneChangeWithASortedSample() {
    for (int i = 999; i >= 500; i--) {
      debouncer.changed("f" + i, 0);
      debouncer.changed("f" + i, 1);
    }
    Settled settled = debouncer.settle(201).orElseThrow();
    assertThat(settled.count()).isEqualTo(500);
    assertThat(settled.sample()).hasSize(Settled.SAMPLE).isSorted().startsWith("f500", "f501");
  }

  @Test
  void nothingSettlesWithoutAChange() {
    assertThat(debouncer.settle(1_000_000)).isEqualTo(Optional.empty());
  }

  @Test
  void aNewBurstStartsAfresh() {
    debouncer.changed("a", 0);
    assertThat(debouncer.settle(200)).isPresent();
    debouncer.changed("b", 5_000);
    assertThat(debouncer.deadline()).hasValue(5_200);
    assertThat(debouncer.settle(5_200)).contains(new Settled(List.of("b"), 1));
  }

  @Test
  void whatIsDrainedIsPendingNoMore() {
    debouncer.changed("before", 10);
    debouncer.changed("both", 10);
    debouncer.changed("at", 50);
    debouncer.changed("both", 60);
    debouncer.changed("after", 60);
    assertThat(debouncer.drain())
        .containsOnly(
            entry("before", 10L), entry("at", 50L), entry("both", 60L), entry("after", 60L));
    assertThat(debouncer.isPending()).isFalse();
  }

  @Test
  void whatIsKnownLateSettlesFromThenOn() {
    debouncer.changedBefore(Map.of("a", 5L), 100);
    assertThat(debouncer.deadline()).hasValue(300);
    debouncer.changed("b", 200);
    assertThat(debouncer.settle(400)).contains(new Settled(List.of("a", "b"), 2));
    debouncer.changedBefore(Map.of("a", 6_000L), 6_100);
    assertThat(debouncer.drain()).containsOnly(entry("a", 6_000L));
    debouncer.changedBefore(Map.of(), 7_000);
    assertThat(debouncer.deadline()).isEmpty();
  }
}
