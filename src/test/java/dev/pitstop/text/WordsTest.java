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

  @Test
  @DisplayName("in the middle: beginning and end stay, and the mark says how much is missing")
  void cutMiddle() {
    String text = "a".repeat(500) + "m".repeat(1_000) + "z".repeat(500);
    assertThat(Words.cutMiddle(text, 2_000)).isEqualTo(text);
    String cut = Words.cutMiddle(text, 900);
    assertThat(cut).hasSizeLessThanOrEqualTo(900).contains("\n… 1140 characters …\n");
    assertThat(cut)
        .startsWith("a".repeat(500) + "m")
        .endsWith("\n… 1140 characters …\n" + "z".repeat(288));
    String pairs = "x" + "😀".repeat(1_000);
    for (int most = 100; most < 110; most++) {
      String shown = Words.cutMiddle(pairs, most);
      assertThat(shown).hasSizeLessThanOrEqualTo(most);
      assertThat(shown.codePoints()).noneMatch(c -> c >= 0xd800 && c < 0xe000);
    }
  }
}
