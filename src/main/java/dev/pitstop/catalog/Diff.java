package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.EntryChange.What;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The changes between two catalogues, by meaning and not by text.
///
/// The order of members, of entries and of `required` does not count. Neither does the name of a
/// definition or whether it is inlined, nor the content of duplicates of a key.
///
/// @param changes breaking ones first, then by kind; within a kind removed, changed and added ones,
///   each by key
public record Diff(List<EntryChange> changes) {
  private static final Diff NOTHING = new Diff(List.of());
  private static final List<What> COUNTED = List.of(What.REMOVED, What.ADDED, What.CHANGED);

  public Diff {
    // no comparator at a start, where there is nothing to sort
    changes = changes.size() < 2 ? List.copyOf(changes) : changes.stream().sorted(order()).toList();
  }

  private static Comparator<EntryChange> order() {
    return Comparator.comparing((EntryChange change) -> !change.breaking())
        .thenComparing(EntryChange::kind)
        .thenComparing(EntryChange::what)
        .thenComparing(EntryChange::key);
  }

  public static Diff empty() {
    return NOTHING;
  }

  /// Never throws, whatever the entries contain.
  public static Diff between(Catalog before, Catalog after) {
    List<EntryChange> changes = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      compare(before.byKey(kind), after.byKey(kind), changes);
    }
    return new Diff(changes);
  }

  /// How what a tool takes has changed, in one line; empty if calls of it are as before.
  public static String ofArguments(Entry before, Entry now) {
    JsonElement anything = new JsonObject();
    List<Detail> details =
        SchemaDiff.between(
            before.inputSchema().orElse(anything), now.inputSchema().orElse(anything));
    return details.stream().anyMatch(Detail::input) ? EntryChange.changed(now, details).text() : "";
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  public boolean isBreaking() {
    return changes.stream().anyMatch(EntryChange::breaking);
  }

  /// The tools that are new, or take other arguments.
  public List<String> newTools() {
    return changes.stream()
        .filter(change -> change.kind() == Kind.TOOLS && change.newCalls())
        .map(EntryChange::key)
        .toList();
  }

  /// The difference in an agent's words, in at most `maxLines` lines without a final line break: a
  /// line of counts, a line per change, and a line that counts the omitted changes. Each name is as
  /// it must be written in a call. Empty if nothing changed.
  public String text(int maxLines) {
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
      List<String> words =
          COUNTED.stream()
              .filter(what -> count(changes, kind, what) > 0)
              .map(what -> count(changes, kind, what) + " " + what.word())
              .toList();
      if (!words.isEmpty()) {
        kinds.add(kind.plural() + ": " + String.join(", ", words));
      }
    }
    return String.join("; ", kinds);
  }

  private static long count(List<EntryChange> changes, Kind kind, What what) {
    return changes.stream().filter(c -> c.kind() == kind && c.what() == what).count();
  }

  /// The difference as JSON for programs, with the lines of at most `maxChanges` changes; `omitted`
  /// counts the others.
  public JsonObject json(int maxChanges) {
    JsonObject json = new JsonObject();
    json.addProperty("breaking", isBreaking());
    JsonArray shown = new JsonArray();
    changes.stream().limit(maxChanges).map(EntryChange::line).forEach(shown::add);
    json.add("changes", shown);
    json.addProperty("omitted", changes.size() - shown.size());
    return json;
  }

  private static void compare(
      Map<String, Entry> before, Map<String, Entry> after, List<EntryChange> changes) {
    Map<String, Entry> removed = new HashMap<>(before);
    removed.keySet().removeAll(after.keySet());
    Map<String, Entry> added = new HashMap<>(after);
    added.keySet().removeAll(before.keySet());
    before.forEach((key, old) -> {
      if (after.get(key) instanceof Entry now) {
        List<Detail> details = EntryDiff.between(old, now);
        if (!details.isEmpty()) {
          changes.add(EntryChange.changed(now, details));
        }
      }
    });
    added.values().forEach(entry -> changes.add(EntryChange.added(entry)));
    Map<String, String> renamed = Renames.ofEntries(removed, added);
    removed.forEach((key, entry) ->
        changes.add(EntryChange.removed(entry, Optional.ofNullable(renamed.get(key)))));
  }
}
