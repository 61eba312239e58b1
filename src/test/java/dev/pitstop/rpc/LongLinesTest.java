package dev.pitstop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// S2: when the collector is asked for help with large messages.
class LongLinesTest {
  private static final int MIB = 1024 * 1024;

  private long used = 5L * MIB;
  private int collections;
  private final LongLines store =
      new LongLines(new HeapTrim((millis, task) -> {}, () -> 0, this::collected, () -> used));

  private void collected() {
    collections++;
    used = 5L * MIB;
  }

  private void line(int mib) {
    for (int i = 0; i < mib; i++) {
      store.chunk(i, MIB);
    }
    store.join(0, mib * MIB);
    store.collect();
  }

  @Test
  @DisplayName("Large arrays that stay as garbage are collected after some of them")
  void growing() {
    for (int i = 0; i < 40; i++) {
      used += MIB;
      line(1);
    }
    assertThat(collections).isEqualTo(1);
    assertThat(used).isLessThan(25L * MIB);
  }

  @Test
  @DisplayName("Those that the young generation has taken care of are not worth a collection")
  void takenCareOf() {
    for (int i = 0; i < 200; i++) {
      used = (5L + i % 4) * MIB;
      line(1);
    }
    assertThat(collections).isZero();
  }

  @Test
  @DisplayName("A heap that is full of other things is not collected again and again")
  void otherThings() {
    used = 100L * MIB;
    for (int i = 0; i < 20; i++) {
      line(1);
    }
    assertThat(collections).isZero();
  }
}
