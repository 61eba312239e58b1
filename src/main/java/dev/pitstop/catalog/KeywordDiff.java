package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Detail.What;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Compares the keywords of a schema that hold no schemas, and those that are not understood.
record KeywordDiff(Report report, SchemaDocument before, SchemaDocument after) {
  void remarks(String path, JsonObject old, JsonObject now) {
    wording(What.DESCRIPTION, "description", path, old, now);
    wording(What.TITLE, "title", path, old, now);
    wording(What.OTHER, "examples", path, old, now);
    Optional<JsonElement> was = Json.member(old, "default");
    Optional<JsonElement> is = Json.member(now, "default");
    if (!was.equals(is)) {
      report.add(What.DEFAULT, path, false, Report.arrow("default", was, is));
    }
    boolean wasDeprecated = Json.isTrue(Json.member(old, "deprecated"));
    boolean isDeprecated = Json.isTrue(Json.member(now, "deprecated"));
    if (wasDeprecated != isDeprecated) {
      String text = isDeprecated ? "now deprecated" : "no longer deprecated";
      report.add(What.OTHER, path, false, text);
    }
  }

  private void wording(What what, String keyword, String path, JsonObject old, JsonObject now) {
    Optional<JsonElement> was = Json.member(old, keyword);
    Optional<JsonElement> is = Json.member(now, keyword);
    if (!was.equals(is)) {
      String verb = was.isEmpty() ? " added" : is.isEmpty() ? " removed" : " changed";
      report.add(what, path, false, keyword + verb);
    }
  }

  void allowedValues(String path, JsonObject old, JsonObject now) {
    Optional<Set<JsonElement>> was = Types.allowed(old);
    Optional<Set<JsonElement>> is = Types.allowed(now);
    if (was.isPresent() && is.isPresent()) {
      List<JsonElement> came = minus(is.get(), was.get());
      List<JsonElement> gone = minus(was.get(), is.get());
      if (!gone.isEmpty()) {
        String text = "no longer " + report.takes() + " " + Wording.values(gone);
        report.add(What.RETYPED, path, true, text);
      }
      if (!came.isEmpty()) {
        String text = report.takes() + " " + Wording.values(came) + " too";
        report.add(What.RETYPED, path, false, text);
      }
    } else if (is.isPresent()) {
      report.add(What.RETYPED, path, true, "now one of " + Wording.values(is.get()));
    } else if (was.isPresent()) {
      String text = "no longer limited to " + Wording.values(was.get());
      report.add(What.RETYPED, path, false, text);
    }
  }

  private static List<JsonElement> minus(Set<JsonElement> these, Set<JsonElement> those) {
    return these.stream().filter(value -> !those.contains(value)).toList();
  }

  void others(String path, JsonObject old, JsonObject now) {
    Set<String> names = new LinkedHashSet<>(old.keySet());
    names.addAll(now.keySet());
    names.removeAll(Keywords.COMPARED);
    List<String> unknown = new ArrayList<>();
    boolean breaking = false;
    for (String name : names) {
      Optional<JsonElement> was = Json.member(old, name).map(before::inlined);
      Optional<JsonElement> is = Json.member(now, name).map(after::inlined);
      if (was.equals(is)) {
        continue;
      }
      if (Limits.isLimit(name)) {
        What what = name.equals("format") ? What.RETYPED : What.LIMITED;
        boolean narrows = Limits.narrows(name, was, is);
        report.add(what, path, narrows, Report.arrow(name, was, is));
      } else {
        unknown.add(name);
        breaking |= is.isPresent() && !Keywords.isRemark(name);
      }
    }
    if (!unknown.isEmpty()) {
      String text = "other keywords changed: " + Wording.words(unknown);
      report.add(What.OTHER, path, breaking, text);
    }
  }
}
