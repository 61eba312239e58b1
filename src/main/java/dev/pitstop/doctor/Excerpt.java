package dev.pitstop.doctor;

import java.util.ArrayList;
import java.util.List;

/// The beginning and the end of many lines.
final class Excerpt {
  private Excerpt() {}

  /// @param most the most lines to return, including the one that counts the omitted ones
  static List<String> of(List<String> lines, int most) {
    List<String> full = lines.stream().filter(l -> !l.isBlank()).toList();
    if (full.size() <= most) {
      return full;
    }
    int head = (most - 1) / 2;
    int tail = most - 1 - head;
    List<String> some = new ArrayList<>(full.subList(0, head));
    some.add("… " + (full.size() - head - tail) + " lines …");
    some.addAll(full.subList(full.size() - tail, full.size()));
    return some;
  }
}
