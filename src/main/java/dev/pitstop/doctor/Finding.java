package dev.pitstop.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One line of the report.
///
/// @param area the subject in one word: `start`, `schemas`
/// @param text what was found, without a full stop
/// @param remedy what to do about it; empty if nothing is wrong
/// @param details evidence, the most important first: quoted lines, names of tools
public record Finding(
    String area, Mark mark, String text, Optional<String> remedy, List<String> details) {
  public Finding {
    details = List.copyOf(details);
  }

  /// Nothing is wrong.
  public static Finding ok(String area, String text) {
    return new Finding(area, Mark.OK, text, Optional.empty(), List.of());
  }

  /// A risk, or a loss in some client.
  public static Finding warn(String area, String text, String remedy) {
    return new Finding(area, Mark.WARN, text, Optional.of(remedy), List.of());
  }

  /// A problem.
  public static Finding fail(String area, String text, String remedy) {
    return new Finding(area, Mark.FAIL, text, Optional.of(remedy), List.of());
  }

  /// The same finding with the beginning and the end of these lines as its details.
  ///
  /// @param most the most lines, including the one that counts the omitted ones
  public Finding withExcerpt(List<String> lines, int most) {
    List<String> full = lines.stream().filter(l -> !l.isBlank()).toList();
    if (full.size() <= most) {
      return with(full);
    }
    int head = (most - 1) / 2;
    int tail = most - 1 - head;
    List<String> some = new ArrayList<>(full.subList(0, head));
    some.add("… " + (full.size() - head - tail) + " lines …");
    some.addAll(full.subList(full.size() - tail, full.size()));
    return with(some);
  }

  /// The same finding with these details.
  public Finding with(List<String> found) {
    return new Finding(area, mark, text, remedy, found);
  }
}
