package dev.pitstop.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One line of the report.
///
/// @param area the subject in one word: `start`, `schemas`
/// @param text what was found, without a full stop
/// @param remedy what to do about it; empty if nothing is wrong
/// @param details evidence, the most important first: quoted lines, names of tools
public record Finding(
    String area, Mark mark, String text, Optional<String> remedy, List<String> details) {
  /// Nothing is wrong.
  public static Finding ok(String area, String text) {
    return new Finding(area, Mark.OK, text, Optional.empty(), List.of());
  }

  static Finding of(String area, Mark mark, String text, String remedy) {
    return new Finding(area, mark, text, Optional.of(remedy), List.of());
  }

  /// A risk, or a loss in some client.
  public static Finding warn(String area, String text, String remedy) {
    return of(area, Mark.WARN, text, remedy);
  }

  /// A problem.
  public static Finding fail(String area, String text, String remedy) {
    return of(area, Mark.FAIL, text, remedy);
  }

  /// The same finding with these details.
  Finding with(List<String> found) {
    return new Finding(area, mark, text, remedy, found);
  }

  /// This finding, if it is one.
  Stream<Finding> when(boolean found) {
    return found ? Stream.of(this) : Stream.empty();
  }

  /// This finding with these details, if there are any.
  Stream<Finding> ifAny(List<String> found) {
    return with(found).when(!found.isEmpty());
  }

  /// All that was found.
  @SafeVarargs
  static List<Finding> all(Stream<Finding>... found) {
    List<Finding> all = new ArrayList<>();
    for (Stream<Finding> each : found) {
      each.forEach(all::add);
    }
    return all;
  }

  /// What was found, or else this.
  static List<Finding> orElse(Finding otherwise, List<Finding> found) {
    return found.isEmpty() ? List.of(otherwise) : found;
  }
}
