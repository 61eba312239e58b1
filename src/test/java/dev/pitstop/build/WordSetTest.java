package dev.pitstop.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R3: which words stand in a line of build output")
class WordSetTest {
  private final WordSet words = new WordSet(List.of("rror", "error: ", " ", "error: ", "[X]"));

  @Test
  void findsEachWhereverItStands() {
    assertThat(words.in("")).isZero();
    assertThat(words.in("erro")).isZero();
    assertThat(words.in("a.c:1: error: x")).isEqualTo(words.bits(List.of("rror", "error: ", " ")));
    assertThat(words.in("[X]")).isEqualTo(words.bits(List.of("[X]")));
    assertThat(words.in("✘✘rror")).isEqualTo(words.bits(List.of("rror")));
    assertThat(words.in("Error")).isEqualTo(words.bits(List.of("rror")));
  }

  @Test
  void hasOneBitForEachWord() {
    assertThat(Long.bitCount(words.bits(List.of("rror", "error: ", " ", "[X]")))).isEqualTo(4);
    List<String> many = IntStream.range(0, 65).mapToObj(i -> "w" + i).toList();
    assertThatThrownBy(() -> new WordSet(many)).hasMessageContaining("64");
    assertThat(new WordSet(many.subList(0, 64)).in("w63")).isEqualTo(1L << 63 | 1L << 6);
  }
}
