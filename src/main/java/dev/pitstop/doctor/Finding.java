package dev.pitstop.doctor;

import java.util.List;
import java.util.Optional;

/// One line of the report.
///
/// @param area what was looked at, one word: `start`, `schemas`
/// @param text what was found, without a full stop
/// @param remedy what to do about it; empty if all is well
/// @param details what it was found in: quoted lines, names of tools; in the order in which they
///   matter
public record Finding(
    String area, Mark mark, String text, Optional<String> remedy, List<String> details) {
  public Finding {
    details = List.copyOf(details);
  }

  /// All is well.
  public static Finding ok(String area, String text) {
    return new Finding(area, Mark.OK, text, Optional.empty(), List.of());
  }

  /// Something to know of.
  public static Finding warn(String area, String text, String remedy) {
    return new Finding(area, Mark.WARN, text, Optional.of(remedy), List.of());
  }

  /// Something that is wrong.
  public static Finding fail(String area, String text, String remedy) {
    return new Finding(area, Mark.FAIL, text, Optional.of(remedy), List.of());
  }

  /// The same with what it was found in.
  public Finding with(List<String> found) {
    return new Finding(area, mark, text, remedy, found);
  }
}
