package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.StderrRing.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The ring of stderr lines")
class StderrRingTest {
  private final StderrRing ring = new StderrRing();

  @Test
  void isEmptyAtFirst() {
    assertThat(ring.tail(10, false)).isEmpty();
    assertThat(ring.tail(10, true)).isEmpty();
    assertThat(ring.lastOf(1, 10)).isEmpty();
  }

  @Test
  void keepsLinesOverRestartsWithADelimiterPerIncarnation() {
    ring.append(1, Kind.STDERR, "a");
    ring.append(1, Kind.STRAY_STDOUT, "b");
    ring.append(2, Kind.NOTE, "started");
    ring.append(2, Kind.STDERR, "c");
    ring.append(1, Kind.STDERR, "late");
    assertThat(ring.tail(100, false))
        .containsExactly(
            "--- spawn 1 ---",
            "a",
            "[stdout] b",
            "--- spawn 2 ---",
            "[pitstop] started",
            "c",
            "--- spawn 1 ---",
            "late");
    assertThat(ring.tail(2, false))
        .containsExactly("--- spawn 2 ---", "c", "--- spawn 1 ---", "late");
    assertThat(ring.tail(100, true)).containsExactly("--- spawn 2 ---", "[pitstop] started", "c");
    assertThat(ring.tail(0, false)).isEmpty();
  }

  @Test
  void keepsFewerOfManyLongLines() {
    String longest = "…".repeat(StderrRing.LINE_LIMIT);
    for (int i = 0; i < StderrRing.LINES; i++) {
      ring.append(1, Kind.STDERR, longest);
    }
    ring.append(1, Kind.STDERR, "the last");
    assertThat(ring.tail(StderrRing.LINES, false))
        .hasSize(StderrRing.CHARS / StderrRing.LINE_LIMIT + 1) // with the delimiter
        .last()
        .isEqualTo("the last");
  }

  @Test
  void aSilentNewIncarnationHasNoLinesOfTheOldOne() {
    ring.append(1, Kind.STDERR, "old");
    ring.begin(2);
    assertThat(ring.tail(10, true)).isEmpty();
    assertThat(ring.tail(10, false)).containsExactly("--- spawn 1 ---", "old");
  }

  @Test
  void quotesTheLastWordsOfOneIncarnation() {
    ring.append(1, Kind.STDERR, "a");
    ring.append(1, Kind.STDERR, "b");
    ring.append(2, Kind.STDERR, "x");
    ring.append(1, Kind.NOTE, "it crashed");
    ring.append(1, Kind.STRAY_STDOUT, "c");
    assertThat(ring.lastOf(1, 2)).containsExactly("b", "[stdout] c");
  }

  @Test
  @DisplayName("what controls a terminal reaches no agent: colours go, other control is shown")
  void isPlainText() {
    ring.append(1, Kind.STDERR, "\u001b[31mred\u001b[0m ding\u0007 nul\0");
    ring.append(1, Kind.STRAY_STDOUT, "\u001b]0;title\u0007text");
    ring.append(1, Kind.NOTE, "csi\u009b");
    assertThat(ring.tail(3, true))
        .containsExactly(
            "--- spawn 1 ---", "red ding\\x07 nul\\x00", "[stdout] text", "[pitstop] csi\\x9b");
  }

  @Test
  void keepsFourThousandLines() {
    for (int i = 0; i < 6500; i++) {
      ring.append(1, Kind.STDERR, "line " + i);
    }
    List<String> expected = IntStream.range(2500, 6500).mapToObj(i -> "line " + i).toList();
    assertThat(ring.lastOf(1, 9000)).isEqualTo(expected);
  }

  @Test
  void cutsAndMarksLongLines() {
    ring.append(1, Kind.STDERR, "é".repeat(10_000));
    assertThat(ring.lastOf(1, 1).getFirst()).hasSize(StderrRing.LINE_LIMIT).endsWith("é …");
    ring.append(1, Kind.STDERR, "x" + "😀".repeat(5_000));
    assertThat(ring.lastOf(1, 1).getFirst()).endsWith("😀 …");
  }

  @Test
  @DisplayName("the deepest stack of Java, and a burst of noise, leave the cause in a crash report")
  void causeInFront() {
    ring.append(1, Kind.STDERR, "INFO up");
    ring.append(1, Kind.STDERR, "java.lang.StackOverflowError");
    for (int i = 0; i < 1_024; i++) {
      ring.append(1, Kind.STDERR, "\tat weather.Deep.down(Deep.java:3)");
    }
    for (int i = 0; i < 1_500; i++) {
      ring.append(1, Kind.STDERR, "closing " + i);
    }
    assertThat(ring.lastOf(1, StderrRing.LINES))
        .startsWith("INFO up", "java.lang.StackOverflowError")
        .endsWith("closing 1499");
    assertThat(ring.lastOf(1, 5)).hasSize(5);
    assertThat(ring.lastOf(2, StderrRing.LINES)).isEmpty();
  }
}
