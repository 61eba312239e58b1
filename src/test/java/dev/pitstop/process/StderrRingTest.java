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
            "--- spawn 1 ---", "red ding␇ nul␀", "[stdout] text", "[pitstop] csi\\x9b");
  }

  @Test
  void keepsAThousandLines() {
    for (int i = 0; i < 2500; i++) {
      ring.append(1, Kind.STDERR, "line " + i);
    }
    List<String> expected = IntStream.range(1500, 2500).mapToObj(i -> "line " + i).toList();
    assertThat(ring.lastOf(1, 5000)).isEqualTo(expected);
  }

  @Test
  void cutsAndMarksLongLines() {
    ring.append(1, Kind.STDERR, "é".repeat(10_000));
    assertThat(ring.lastOf(1, 1).getFirst())
        .startsWith("é".repeat(StderrRing.LINE_LIMIT))
        .endsWith(" … [cut: 1808 more characters]");
    ring.append(1, Kind.STDERR, "x" + "😀".repeat(5_000));
    assertThat(ring.lastOf(1, 1).getFirst()).contains("😀 … [cut: 1810 more characters]");
  }

  @Test
  @DisplayName("a stack of more frames than there is room for keeps its head in a crash report")
  void headOfADeepStack() {
    StderrRing ring = new StderrRing();
    ring.append(1, Kind.STDERR, "INFO up");
    ring.append(1, Kind.STDERR, "java.lang.StackOverflowError");
    for (int i = 0; i < 1_024; i++) {
      ring.append(1, Kind.STDERR, "\tat weather.Deep.down(Deep.java:3)");
    }
    assertThat(ring.lastOf(1, StderrRing.LINES))
        .startsWith(
            "… 1 line", "java.lang.StackOverflowError", "\tat weather.Deep.down(Deep.java:3)")
        .contains("… 9 lines")
        .hasSize(StderrRing.LINES + 1 + DroppedErrors.PIECE_LINES + 1);
    assertThat(ring.lastOf(1, 5)).hasSize(5);
    assertThat(ring.lastOf(2, StderrRing.LINES)).isEmpty();
  }

  @Test
  @DisplayName("an error of a name that none knows is kept with what stands above its frames")
  void headOfAnUnknownName() {
    ring.append(1, Kind.STDERR, "weather.NoStation: none near Kiel");
    ring.append(1, Kind.STDERR, "  asked for: Kiel");
    for (int i = 0; i < 1_200; i++) {
      ring.append(1, Kind.STDERR, "\tat weather.Deep.down(Deep.java:3)");
    }
    assertThat(ring.lastOf(1, StderrRing.LINES))
        .startsWith(
            "weather.NoStation: none near Kiel",
            "  asked for: Kiel",
            "\tat weather.Deep.down(Deep.java:3)");
  }

  @Test
  @DisplayName("the cause in front of a burst of noise is kept, with what was left out counted")
  void headOfABurst() {
    ring.append(1, Kind.STDERR, "INFO up");
    ring.append(1, Kind.STDERR, "FATAL: cannot open /data/db");
    for (int i = 0; i < 1_500; i++) {
      ring.append(1, Kind.STDERR, "closing " + i);
    }
    assertThat(ring.lastOf(1, StderrRing.LINES))
        .startsWith("… 1 line", "FATAL: cannot open /data/db", "closing 0")
        .contains("… 453 lines")
        .endsWith("closing 1499");
    assertThat(ring.tail(StderrRing.LINES, false)).doesNotContain("FATAL: cannot open /data/db");
  }

  @Test
  @DisplayName("no number of errors pushes out what is fatal, first or last, nor grows the memory")
  void fatalAmongErrors() {
    ring.append(1, Kind.STDERR, "FATAL: the first");
    for (int i = 0; i < 20_000; i++) {
      ring.append(1, Kind.STDERR, "ERROR " + i + " " + "x".repeat(2_000));
      if (i == 10_000) {
        ring.append(1, Kind.STDERR, "panic: in the middle");
      }
    }
    List<String> lines = ring.lastOf(1, StderrRing.LINES);
    assertThat(lines).contains("FATAL: the first", "panic: in the middle");
    assertThat(lines.getLast()).startsWith("ERROR 19999");
    int kept = StderrRing.CHARS / 2_000 + 1;
    assertThat(lines)
        .hasSizeLessThanOrEqualTo(
            kept + DroppedErrors.PIECES * (DroppedErrors.FATAL_LINES + 1) + 1);
    assertThat(lines.subList(0, lines.size() - kept))
        .allMatch(l -> l.length() <= DroppedErrors.LINE_LIMIT);
  }

  @Test
  @DisplayName("two runs side by side keep theirs apart; of old runs nothing is kept for ever")
  void perRun() {
    for (int run = 1; run <= 5; run++) {
      ring.append(run, Kind.STDERR, "FATAL: of " + run);
      for (int i = 0; i < StderrRing.LINES; i++) {
        ring.append(run, Kind.STDERR, "noise");
      }
    }
    assertThat(ring.lastOf(5, StderrRing.LINES)).startsWith("FATAL: of 5");
    assertThat(ring.lastOf(4, StderrRing.LINES)).startsWith("FATAL: of 4");
    assertThat(ring.lastOf(1, StderrRing.LINES)).isEmpty();
  }
}
