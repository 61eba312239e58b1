package dev.pitstop.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Texts that are cut or filled in")
class WordsTest {
  @Test
  @DisplayName("at the end, between characters, with a mark; what fits stays")
  void cut() {
    assertThat(Words.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(Words.cut("abcdefg", 6)).isEqualTo("abcd …");
    assertThat(Words.cut("abc😀efg", 6)).isEqualTo("abc …");
  }

  @Test
  @DisplayName("parts take the places of a text in order, whatever braces they contain")
  void fill() {
    assertThat(Words.fill("no place")).isEqualTo("no place");
    assertThat(Words.fill("{} and {}.", "{}", 2)).isEqualTo("{} and 2.");
    assertThatThrownBy(() -> Words.fill("{}", 1, 2)).hasMessageContaining("too many parts");
    assertThatThrownBy(() -> Words.fill("{} {}", 1)).hasMessageContaining("too few parts");
  }
}
