package dev.pitstop.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// S2: what sessions that share a heap may keep.
class HeapBudgetTest {
  private static final long TOTAL = 48_000_000;
  private static final long SURE = TOTAL / 5 * 2 / 64;
  private static final long COMMON = TOTAL / 5 * 3;

  private final HeapBudget heap = new HeapBudget(TOTAL / 3 * 4);

  /// Takes as much as it gets.
  private static long greedy(Holding of) {
    of.keep(of.most());
    return of.bytes();
  }

  @Test
  @DisplayName("One alone may keep nearly half of it, and no byte more")
  void alone() {
    Holding one = heap.open().holding();
    assertThat(greedy(one)).isBetween(TOTAL / 5 * 2, SURE + COMMON / 4 * 3);
    assertThat(one.keep(one.bytes() + 1)).isFalse();
    assertThat(one.bytes()).isGreaterThan(TOTAL / 5 * 2);
  }

  @Test
  @DisplayName("However much others keep, 64 sessions are sure of a part")
  void surePart() {
    for (int i = 0; i < 64; i++) {
      assertThat(greedy(heap.open().holding())).isGreaterThanOrEqualTo(SURE);
    }
    for (int i = 0; i < 100; i++) {
      greedy(heap.open().holding());
      assertThat(heap.kept()).isLessThanOrEqualTo(TOTAL);
    }
  }

  @Test
  @DisplayName("Those that are greedy at once get equal parts, and leave one")
  void equal() {
    List<Holding> all = Stream.generate(() -> heap.open().holding()).limit(4).toList();
    for (int round = 0; round < 2_000; round++) {
      for (Holding h : all) {
        h.keep(h.bytes() + 10_000);
      }
    }
    long each = SURE + COMMON * 3 / 13;
    assertThat(all).allSatisfy(h -> assertThat(h.bytes()).isBetween(each - 30_000, each + 30_000));
    assertThat(greedy(heap.open().holding())).isGreaterThan(each / 4);
  }

  @Test
  @DisplayName("What is given back, or was kept by a session that has ended, is the others'")
  void givenBack() {
    Share one = heap.open();
    Holding some = one.holding();
    Holding more = one.holding();
    assertThat(some.keep(TOTAL / 5)).isTrue();
    assertThat(more.keep(TOTAL / 10 * 3)).as("two parts of a session are one share").isFalse();
    some.keeps(0);
    assertThat(more.keep(TOTAL / 10 * 3)).isTrue();
    Holding other = heap.open().holding();
    assertThat(other.keep(TOTAL / 10 * 4)).isFalse();
    one.close();
    assertThat(other.keep(TOTAL / 10 * 4)).isTrue();
    assertThat(more.keep(1)).as("of an ended session").isFalse();
    assertThat(heap.kept()).isEqualTo(TOTAL / 10 * 4);
  }

  @Test
  @DisplayName("What is kept already counts, also if it may not be")
  void keepsAlready() {
    Holding one = heap.open().holding();
    assertThat(one.keeps(TOTAL)).isFalse();
    assertThat(heap.kept()).isEqualTo(TOTAL);
    assertThat(one.keep(TOTAL - 1)).as("less is always right").isTrue();
    assertThat(one.keep(TOTAL)).isFalse();
  }

  @Test
  @DisplayName("A session with a heap of its own asks nobody")
  void whole() {
    Holding one = Share.whole().holding();
    assertThat(one.keep(Long.MAX_VALUE / 2)).isTrue();
    assertThat(one.most()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("The heap that is asked for is large enough for the longest message")
  void longestMessage() {
    for (long mib : List.of(64L, 256L, 1024L)) {
      Share one = new HeapBudget(mib << 20).open();
      long message = one.longestMessage();
      assertThat(one.holding().keep(2 * message)).isTrue();
      Share enough = new HeapBudget(one.heapFor() * message).open();
      assertThat(enough.longestMessage()).isGreaterThanOrEqualTo(message);
    }
  }

  @Test
  @DisplayName("Whatever sessions do, they keep no more than all of it together")
  void bounded() {
    Random random = new Random(33);
    List<Share> shares = new ArrayList<>();
    List<Holding> all = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      int what = random.nextInt(10);
      if (what == 0 && shares.size() < 30) {
        shares.add(heap.open());
        all.add(shares.getLast().holding());
      } else if (what == 1 && !shares.isEmpty()) {
        int which = random.nextInt(shares.size());
        shares.remove(which).close();
        all.remove(which);
      } else if (!all.isEmpty()) {
        all.get(random.nextInt(all.size())).keep(random.nextLong(TOTAL));
      }
      assertThat(heap.kept()).isLessThanOrEqualTo(TOTAL);
    }
  }
}
