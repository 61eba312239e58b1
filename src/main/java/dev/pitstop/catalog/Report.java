package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Detail.What;
import dev.pitstop.catalog.Detail.Where;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Collects the details of one schema's comparison, in the order found, and words them.
final class Report {
  private final Where where;

  /// A set, since two ways through a union may find the same.
  private final Set<Detail> details = new LinkedHashSet<>();

  Report(Where where) {
    this.where = where;
  }

  List<Detail> details() {
    return List.copyOf(details);
  }

  /// @param path empty for the schema as a whole
  /// @param breaking for input; what a server gives back breaks no call
  void add(What what, String path, boolean breaking, String text) {
    String subject = path.isEmpty() ? where.whole() : where.noun() + " " + Wording.name(path);
    boolean matters = breaking && where != Where.OUTPUT;
    details.add(new Detail(where, what, path, matters, subject + " " + text));
  }

  /// What a parameter or field does with a value that it may have.
  String takes() {
    return where == Where.OUTPUT ? "gives" : "accepts";
  }

  void added(String path, boolean required, String type) {
    String note = required ? "required" : "optional";
    String typed = where == Where.ARGUMENT ? "" : type + ", ";
    add(What.ADDED, path, required, "added (" + typed + note + ")");
  }

  void required(String path, boolean was, boolean is) {
    if (was && !is) {
      add(What.OPTIONAL, path, false, "no longer required");
    } else if (is && !was) {
      add(What.REQUIRED, path, true, "now required");
    }
  }

  static String arrow(String what, Optional<JsonElement> was, Optional<JsonElement> is) {
    return what + " " + Wording.value(was) + " → " + Wording.value(is);
  }
}
