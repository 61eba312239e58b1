package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The difference that `--print` shows.
class UnifiedDiffTest {
  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@\n");

  @Test
  @DisplayName("like diff -u")
  void likeDiff() {
    assertThat(UnifiedDiff.of("f", "a\n", "a\n")).isEmpty();
    assertThat(UnifiedDiff.of("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n"))
        .isEqualTo("--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
    assertThat(UnifiedDiff.of("f", "a", "b"))
        .isEqualTo(
            "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
  }

  @Test
  @DisplayName("like diff -u, changes with six lines between them share a hunk, with seven not")
  void hunks() {
    String before = "a\n1\n2\n3\n4\n5\n6\nb\n";
    String after = "A\n1\n2\n3\n4\n5\n6\nB\n";
    assertThat(UnifiedDiff.of("f", before, after))
        .isEqualTo(
            """
            --- f
            +++ f
            @@ -1,8 +1,8 @@
            -a
            +A
             1
             2
             3
             4
             5
             6
            -b
            +B
            """);
    assertThat(UnifiedDiff.of("f", before.replace("6", "6\n7"), after.replace("6", "6\n7")))
        .isEqualTo(
            """
            --- f
            +++ f
            @@ -1,4 +1,4 @@
            -a
            +A
             1
             2
             3
            @@ -6,4 +6,4 @@
             5
             6
             7
            -b
            +B
            """);
  }

  @Test
  @DisplayName("applied to the text it gives the other one")
  void applies() {
    for (long seed = 0; seed < Rounds.of(500); seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String before = text(random, random.nextInt(40));
      StringBuilder after = new StringBuilder();
      for (String line : before.split("(?<=\n)", -1)) {
        after.append(random.nextInt(6) == 0 ? text(random, random.nextInt(3)) : line);
      }
      String diff = UnifiedDiff.of("f", before, after.toString());
      assertThat(diff.isEmpty() ? before : apply(before, diff))
          .as("seed %d\n%s", seed, diff)
          .isEqualTo(after.toString());
    }
  }

  private static String text(SplittableRandom random, int lines) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      out.append((char) ('a' + random.nextInt(6))).append('\n');
    }
    return out.toString();
  }

  private static String apply(String before, String diff) {
    List<String> old = List.of(before.split("(?<=\n)", -1));
    List<String> out = new ArrayList<>();
    int at = 0;
    int oldLeft = 0;
    for (String line : diff.split("(?<=\n)", -1)) {
      Matcher m = HUNK.matcher(line);
      if (m.matches()) {
        int count = m.group(2) == null ? 1 : Integer.parseInt(m.group(2));
        int start = Integer.parseInt(m.group(1)) - (count == 0 ? 0 : 1);
        assertThat(oldLeft).isZero();
        oldLeft = count;
        while (at < start) {
          out.add(old.get(at++));
        }
      } else if (line.startsWith("+") && !line.startsWith("+++")) {
        out.add(line.substring(1));
      } else if ((line.startsWith("-") && !line.startsWith("---")) || line.startsWith(" ")) {
        assertThat(old.get(at)).isEqualTo(line.substring(1));
        oldLeft--;
        if (line.startsWith(" ")) {
          out.add(old.get(at));
        }
        at++;
      }
    }
    out.addAll(old.subList(at, old.size()));
    return String.join("", out);
  }
}
