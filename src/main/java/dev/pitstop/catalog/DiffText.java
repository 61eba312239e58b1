package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.EntryChange.What;
import java.util.ArrayList;
import java.util.List;

/// The two forms of a difference: terse words for an agent, with every name as it must be written
/// in a call, and JSON with exact names.
final class DiffText {
  private static final List<What> COUNTED = List.of(What.REMOVED, What.ADDED, What.CHANGED);

  private DiffText() {}

  static String of(List<EntryChange> changes, int maxLines) {
    if (changes.isEmpty() || maxLines < 1) {
      return "";
    }
    boolean fits = changes.size() < maxLines;
    int shown = fits ? changes.size() : Math.max(0, maxLines - 2);
    StringBuilder text = new StringBuilder(counts(changes));
    changes.subList(0, shown).forEach(change -> text.append('\n').append(change.line()));
    if (!fits && maxLines > 1) {
      List<EntryChange> rest = changes.subList(shown, changes.size());
      text.append("\n… and ").append(rest.size()).append(" more, ").append(counts(rest));
    }
    return text.toString();
  }

  private static String counts(List<EntryChange> changes) {
    List<String> kinds = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<String> words = new ArrayList<>();
      for (What what : COUNTED) {
        long count = count(changes, kind, what);
        if (count > 0) {
          words.add(count + " " + what.word());
        }
      }
      if (!words.isEmpty()) {
        kinds.add(kind.plural() + ": " + String.join(", ", words));
      }
    }
    return String.join("; ", kinds);
  }

  private static long count(List<EntryChange> changes, Kind kind, What what) {
    return changes.stream().filter(c -> c.kind() == kind && c.what() == what).count();
  }

  /// At most `maxChanges` changes; `omitted` counts the others.
  static JsonObject json(Diff diff, int maxChanges) {
    JsonObject json = new JsonObject();
    json.addProperty("breaking", diff.isBreaking());
    JsonObject summary = new JsonObject();
    for (Kind kind : Kind.values()) {
      if (diff.touches(kind)) {
        JsonObject counts = new JsonObject();
        COUNTED.forEach(w -> counts.addProperty(w.word(), count(diff.changes(), kind, w)));
        summary.add(kind.listMember(), counts);
      }
    }
    json.add("summary", summary);
    JsonArray changes = new JsonArray();
    for (EntryChange change :
        diff.changes().subList(0, Math.min(maxChanges, diff.changes().size()))) {
      JsonObject one = new JsonObject();
      one.addProperty("change", change.what().word());
      one.addProperty("kind", change.kind().noun());
      one.addProperty(change.kind().keyMember(), change.key());
      one.addProperty("breaking", change.breaking());
      one.addProperty("text", change.text());
      changes.add(one);
    }
    json.add("changes", changes);
    if (changes.size() < diff.changes().size()) {
      json.addProperty("omitted", diff.changes().size() - changes.size());
    }
    return json;
  }
}
