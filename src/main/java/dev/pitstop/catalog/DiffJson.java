package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/// The form of a difference for programs. Names are exact here: JSON has its own escapes.
final class DiffJson {
  /// Characters of details of one change, as in the text.
  private static final int MAX_DETAILS = 400;

  private DiffJson() {}

  /// At most `maxChanges` changes; `omitted` counts the others, as it does in each change with the
  /// details that found no room.
  static JsonObject of(Diff diff, int maxChanges) {
    JsonObject json = new JsonObject();
    json.addProperty("breaking", diff.isBreaking());
    JsonObject summary = new JsonObject();
    for (Kind kind : Kind.values()) {
      Counts counts = Counts.of(kind, diff.changes());
      if (!counts.isEmpty()) {
        summary.add(kind.listMember(), counts(counts));
      }
    }
    json.add("summary", summary);
    JsonArray changes = new JsonArray();
    diff.changes().stream().limit(Math.max(0, maxChanges)).map(DiffJson::of).forEach(changes::add);
    json.add("changes", changes);
    omitted(json, diff.changes().size() - changes.size());
    return json;
  }

  private static void omitted(JsonObject json, int count) {
    if (count > 0) {
      json.addProperty("omitted", count);
    }
  }

  private static JsonObject counts(Counts counts) {
    JsonObject json = new JsonObject();
    json.addProperty("removed", counts.removed());
    json.addProperty("added", counts.added());
    json.addProperty("changed", counts.changed());
    return json;
  }

  private static JsonObject of(Change change) {
    JsonObject json = new JsonObject();
    json.addProperty(
        "change",
        switch (change) {
          case Change.Added _ -> "added";
          case Change.Removed _ -> "removed";
          case Change.Changed _ -> "changed";
        });
    json.addProperty("kind", change.kind().noun());
    json.addProperty(change.kind().keyMember(), change.key());
    json.addProperty("breaking", change.breaking());
    switch (change) {
      case Change.Added added -> {
        if (!added.summary().isEmpty()) {
          json.addProperty("summary", added.summary());
        }
      }
      case Change.Removed removed ->
          removed.renamedTo().ifPresent(now -> json.addProperty("likelyRenamedTo", now));
      case Change.Changed changed -> {
        JsonArray details = new JsonArray();
        int length = 0;
        for (Detail detail : changed.details()) {
          length += detail.text().length();
          if (!details.isEmpty() && length > MAX_DETAILS) {
            break;
          }
          details.add(of(detail));
        }
        json.add("details", details);
        omitted(json, changed.details().size() - details.size());
      }
    }
    return json;
  }

  private static JsonObject of(Detail detail) {
    JsonObject json = new JsonObject();
    json.addProperty("where", detail.where().slug());
    json.addProperty("what", detail.what().slug());
    if (!detail.path().isEmpty()) {
      json.addProperty("path", detail.path());
    }
    json.addProperty("breaking", detail.breaking());
    json.addProperty("text", detail.text());
    return json;
  }
}
