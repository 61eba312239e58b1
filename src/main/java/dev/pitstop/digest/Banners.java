package dev.pitstop.digest;

import java.util.ArrayList;
import java.util.List;

/// Leaves out the banners that frameworks print when they start: boxes whose top says no title or
/// no error. A boxed traceback stays.
final class Banners {
  /// Frameworks print banners of some thirty lines. A taller box is something else.
  private static final int TALLEST = 60;

  private Banners() {}

  /// The lines without banners; all of them if nothing else is there.
  static List<String> without(List<String> lines) {
    List<String> kept = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      int end = isTop(lines.get(i)) ? bottom(lines, i) : i;
      if (end == i) {
        kept.add(lines.get(i));
      }
      i = end;
    }
    return kept.size() == lines.size() || kept.stream().allMatch(String::isBlank) ? lines : kept;
  }

  private static boolean isTop(String line) {
    String text = line.strip();
    return text.startsWith("╭─") && text.endsWith("╮") && !text.contains("Traceback");
  }

  /// The index of the last line of a box, or `top` if it is none.
  private static int bottom(List<String> lines, int top) {
    for (int i = top + 1; i < lines.size() && i - top < TALLEST; i++) {
      String text = lines.get(i).strip();
      if (text.startsWith("╰─")) {
        return i;
      }
      if (!text.startsWith("│")) {
        return top;
      }
    }
    return top;
  }
}
