package dev.pitstop.install;

import java.util.ArrayList;
import java.util.List;

/// The difference of two texts as `diff -u` shows it. Pure.
public final class UnifiedDiff {
  private static final int CONTEXT = 3;

  private UnifiedDiff() {}

  /// @return empty if the texts are equal
  public static String of(String name, String before, String after) {
    if (before.equals(after)) {
      return "";
    }
    List<Step> steps = steps(lines(before), lines(after));
    StringBuilder out = new StringBuilder("--- " + name + "\n+++ " + name + "\n");
    hunks(steps, out);
    return out.toString();
  }

  private record Step(char sign, String line) {}

  /// Lines with their ends.
  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }

  /// Finds common lines one after the other: after a difference, it continues at the nearest pair
  /// of equal lines. The difference is correct, but not always the shortest.
  private static List<Step> steps(List<String> a, List<String> b) {
    List<Step> steps = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
        steps.add(new Step(' ', a.get(i)));
        i++;
        j++;
        continue;
      }
      int[] next = nearest(a, b, i, j);
      while (i < next[0]) {
        steps.add(new Step('-', a.get(i++)));
      }
      while (j < next[1]) {
        steps.add(new Step('+', b.get(j++)));
      }
    }
    return steps;
  }

  private static int[] nearest(List<String> a, List<String> b, int i, int j) {
    int most = a.size() - i + b.size() - j;
    for (int distance = 1; distance < most; distance++) {
      for (int x = 0; x <= distance; x++) {
        int k = i + x;
        int l = j + distance - x;
        if (k < a.size() && l < b.size() && a.get(k).equals(b.get(l)) && !a.get(k).isBlank()) {
          return new int[] {k, l};
        }
      }
    }
    return new int[] {a.size(), b.size()};
  }

  private static void hunks(List<Step> steps, StringBuilder out) {
    int a = 0; // lines of the first text before the hunk
    int b = 0;
    int end;
    for (int i = 0; i < steps.size(); i = end) {
      boolean shown = isNearChange(steps, i);
      end = i + 1;
      while (end < steps.size() && isNearChange(steps, end) == shown) {
        end++;
      }
      List<Step> part = steps.subList(i, end);
      int ofA = count(part, '+');
      int ofB = count(part, '-');
      if (shown) {
        out.append("@@ -").append(range(a, ofA)).append(" +").append(range(b, ofB));
        out.append(" @@\n");
        part.forEach(s ->
            out.append(s.sign())
                .append(s.line())
                .append(s.line().endsWith("\n") ? "" : "\n\\ No newline at end of file\n"));
      }
      a += ofA;
      b += ofB;
    }
  }

  /// Whether a line is a change, or one of the lines before or after one.
  private static boolean isNearChange(List<Step> steps, int at) {
    int to = Math.min(steps.size(), at + CONTEXT + 1);
    return steps.subList(Math.max(0, at - CONTEXT), to).stream().anyMatch(s -> s.sign() != ' ');
  }

  /// The number of lines of one side in a hunk: all except those of the other side.
  private static int count(List<Step> hunk, char other) {
    return (int) hunk.stream().filter(s -> s.sign() != other).count();
  }

  private static String range(int start, int count) {
    return (count == 0 ? start : start + 1) + (count == 1 ? "" : "," + count);
  }
}
