package dev.pitstop.doctor.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the findings of one check.
final class Findings {
  private final String area;
  private final List<Finding> all = new ArrayList<>();

  /// @param area of all of them
  Findings(String area) {
    this.area = area;
  }

  void ok(String text) {
    all.add(Finding.ok(area, text));
  }

  void warn(String text, String remedy) {
    all.add(Finding.warn(area, text, remedy));
  }

  void warn(String text, String remedy, List<String> details) {
    add(Mark.WARN, text, remedy, details);
  }

  void fail(String text, String remedy) {
    all.add(Finding.fail(area, text, remedy));
  }

  void fail(String text, String remedy, List<String> details) {
    add(Mark.FAIL, text, remedy, details);
  }

  void add(Mark mark, String text, String remedy, List<String> details) {
    all.add(new Finding(area, mark, text, Optional.of(remedy), details));
  }

  boolean none() {
    return all.isEmpty();
  }

  List<Finding> all() {
    return all;
  }
}
