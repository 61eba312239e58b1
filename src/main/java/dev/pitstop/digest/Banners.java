package dev.pitstop.digest;

import java.util.ArrayList;
import java.util.List;

/// Leaves out the banners that frameworks print when they start: boxes whose top says no title or
/// no error. A boxed traceback stays.
final class Banners {
  private Banners() {}

  /// The lines without banners; all of them if nothing else is there.
  static List<String> without(List<String> lines) {
    List<String> kept = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      int end = i;
      if (isTop(lines.get(i))) {
        do {
          end++;
        } while (begins(lines, end, "│"));
      }
      if (end > i && begins(lines, end, "╰─")) {
        i = end;
      } else {
        kept.add(lines.get(i));
      }
    }
    return kept.stream().allMatch(String::isBlank) ? lines : kept;
  }

  private static boolean isTop(String line) {
    String text = line.strip();
    return text.startsWith("╭─") && text.endsWith("╮") && !text.contains("Traceback");
  }

  private static boolean begins(List<String> lines, int i, String sign) {
    return i < lines.size() && lines.get(i).strip().startsWith(sign);
  }
}
