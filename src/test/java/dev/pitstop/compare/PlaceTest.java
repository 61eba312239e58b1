package dev.pitstop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Places as people write them.
class PlaceTest {
  @ParameterizedTest
  @DisplayName("A place is read as it is written")
  @ValueSource(
      strings = {
        "structuredContent",
        "structuredContent.items[2].price",
        "structuredContent[\"a.b \\\"c\\\" \\\\\"].x",
        "content[0].text line 3",
        "content[*].text",
        "error.message",
        "[0]"
      })
  void read(String text) {
    assertThat(Place.parse(text)).map(Place::toString).contains(text);
  }

  @ParameterizedTest
  @DisplayName("A text that means no place is refused")
  @ValueSource(
      strings = {"", ".", "a..b", "a[", "a[x]", "a[1", "a b", "a line", "[\"a", "a[99999999999]"})
  void refused(String text) {
    assertThat(Place.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A place covers itself and what is inside it; a star stands for one step")
  @CsvSource({
    "a, a, true",
    "a, a.b[1], true",
    "a.b, a, false",
    "a[*].c, a[7].c.d, true",
    "a.*.c, a[7].c.d, true",
    "*, content[0], true",
    "a[*].c, a.c, false",
    "a[1], a[2], false",
    "content[0].text line *, content[0].text line 4, true",
  })
  void covers(String one, String two, boolean covers) {
    assertThat(Place.parse(one).orElseThrow().covers(Place.parse(two).orElseThrow()))
        .isEqualTo(covers);
  }

  @Test
  @DisplayName("The place of the whole answer covers every place")
  void all() {
    assertThat(Place.ALL.covers(Place.of("x"))).isTrue();
    assertThat(Place.ALL.toString()).isEqualTo("everything");
  }
}
