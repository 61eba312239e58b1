package dev.pitstop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Paths as people write them.
class NoiseTest {
  @ParameterizedTest
  @DisplayName("A place is a path to itself")
  @ValueSource(
      strings = {
        "structuredContent",
        "structuredContent.items[2].price",
        "structuredContent[\"a.b \\\"c\\\" \\\\\"].x",
        "content[0].text line 3",
        "error.message",
        "[0]"
      })
  void itself(String text) {
    assertThat(covers(text, text)).isTrue();
  }

  private static boolean covers(String path, String place) {
    return Noise.of(List.of(Noise.path(path).orElseThrow())).covers(place);
  }

  @ParameterizedTest
  @DisplayName("A text that means no place is refused")
  @ValueSource(
      strings = {"", ".", "a..b", "a[", "a[x]", "a[1", "a b", "a line", "[\"a", "a[99999999999]"})
  void refused(String text) {
    assertThat(Noise.path(text)).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A star stands for one step")
  @CsvSource({
    "a.b, a, false",
    "a[*].c, a[7].c, true",
    "a.*.c, a[7].c, true",
    "*, content, true",
    "*, [0], true",
    "a[*].c, a.c, false",
    "a[1], a[2], false",
    "content[0].text line *, content[0].text line 4, true",
  })
  void star(String path, String place, boolean covers) {
    assertThat(covers(path, place)).isEqualTo(covers);
  }
}
