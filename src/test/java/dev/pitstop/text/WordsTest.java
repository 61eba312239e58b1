package dev.pitstop.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Texts that are cut")
class WordsTest {
  @Test
  @DisplayName("at the end, between characters, with a mark; what fits stays")
  void cut() {
    assertThat(Words.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(Words.cut("abcdefg", 6)).isEqualTo("abcd …");
    assertThat(Words.cut("abc😀efg", 6)).isEqualTo("abc …");
  }
}
