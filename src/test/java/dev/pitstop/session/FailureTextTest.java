package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.texts.FailureText;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Texts of failures stay below what Claude Code cuts from the middle.
class FailureTextTest {
  @Test
  @DisplayName("what fits stays as it is")
  void fits() {
    String text = "x".repeat(9_000);
    assertThat(FailureText.fit(text)).isSameAs(text);
  }

  @Test
  @DisplayName("a longer one keeps its beginning and its end, in whole lines, with a count")
  void linesLeftOut() {
    StringBuilder all = new StringBuilder("what happened\n");
    for (int i = 0; i < 1_000; i++) {
      all.append("line ").append(i).append(" of the build\n");
    }
    String text = all.append("what is next").toString();
    String fitted = FailureText.fit(text);
    assertThat(fitted).hasSizeLessThanOrEqualTo(9_000).hasSizeGreaterThan(8_500);
    assertThat(fitted).startsWith("what happened\nline 0").endsWith("of the build\nwhat is next");
    assertThat(fitted.lines())
        .filteredOn(line -> !line.startsWith("… "))
        .allMatch(line -> text.contains(line + "\n") || text.endsWith(line));
    String note = fitted.lines().filter(line -> line.startsWith("… ")).findFirst().orElseThrow();
    int left = Integer.parseInt(note.split(" ")[1]);
    assertThat(left).isEqualTo(text.length() - (fitted.length() - note.length() - 2));
  }

  @Test
  @DisplayName("one line without an end is cut")
  void oneLine() {
    String text = "x".repeat(12_000);
    String fitted = FailureText.fit(text);
    assertThat(fitted).hasSizeLessThanOrEqualTo(9_000);
    assertThat(fitted.replaceAll("\n… \\d+ characters are left out here …\n", "").replace("x", ""))
        .isEmpty();
  }
}
