package dev.pitstop.catalog;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What changed between two catalogues, by meaning and not by text (A2).
///
/// The order of members, of entries and of `required` does not count, nor does how a definition is
/// named or whether it is inlined; nor does what only duplicates of a key say.
///
/// @param changes breaking ones first, then by kind, then removed, changed and added ones, each by
///   key
public record Diff(List<Change> changes) {
  private static final int SUMMARY = 80;
  private static final Diff NOTHING = new Diff(List.of());

  public Diff {
    // Nothing to sort is the usual case at start-up, where lambdas cost time.
    changes = changes.size() < 2 ? List.copyOf(changes) : changes.stream().sorted(order()).toList();
  }

  private static Comparator<Change> order() {
    return Comparator.comparing((Change change) -> !change.breaking())
        .thenComparing(Change::kind)
        .thenComparingInt(Diff::rank)
        .thenComparing(Change::key);
  }

  public static Diff empty() {
    return NOTHING;
  }

  /// Never throws, whatever the entries hold.
  public static Diff between(Catalog before, Catalog after) {
    List<Change> changes = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      compare(kind, before.byKey(kind), after.byKey(kind), changes);
    }
    return new Diff(changes);
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  public boolean isBreaking() {
    return changes.stream().anyMatch(Change::breaking);
  }

  /// Whether a list of this kind changed, for `list_changed` (R7). Clients know one notification
  /// for resources and templates together: ask for both.
  public boolean touches(Kind kind) {
    return changes.stream().anyMatch(change -> change.kind() == kind);
  }

  /// The difference in an agent's words, at most `maxLines` lines without a line end behind the
  /// last: a line of counts, a line per change, and a line that counts what found no room. Empty
  /// text if nothing changed.
  public String text(int maxLines) {
    return DiffText.of(this, maxLines);
  }

  /// The schema of [#json], for output schemas.
  public static final String JSON_SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"breaking\":{\"type\":\"boolean\"},"
          + "\"summary\":{\"type\":\"object\"},\"changes\":{\"type\":\"array\"},"
          + "\"omitted\":{\"type\":\"integer\"}}}";

  /// The difference for `structuredContent`, with at most `maxChanges` changes and some of the
  /// details of each; `omitted` counts the others.
  public JsonObject json(int maxChanges) {
    return DiffJson.of(this, maxChanges);
  }

  private static void compare(
      Kind kind, Map<String, Entry> before, Map<String, Entry> after, List<Change> changes) {
    List<Entry> removed = new ArrayList<>();
    List<Entry> added = new ArrayList<>();
    for (Entry old : before.values()) {
      if (after.get(old.key()) instanceof Entry now) {
        List<Detail> details = EntryDiff.between(old, now);
        if (!details.isEmpty()) {
          changes.add(new Change.Changed(kind, old.key(), details));
        }
      } else {
        removed.add(old);
      }
    }
    for (Entry now : after.values()) {
      if (!before.containsKey(now.key())) {
        added.add(now);
        changes.add(new Change.Added(kind, now.key(), summary(now)));
      }
    }
    Map<String, String> renamed = Renames.ofEntries(removed, added);
    for (Entry old : removed) {
      Optional<String> renamedTo = Optional.ofNullable(renamed.get(old.key()));
      changes.add(new Change.Removed(kind, old.key(), renamedTo));
    }
  }

  private static String summary(Entry entry) {
    String text = entry.description().or(entry::title).or(() -> name(entry)).orElse("").strip();
    int lineEnd = text.indexOf('\n');
    return Wording.excerpt(lineEnd < 0 ? text : text.substring(0, lineEnd), SUMMARY);
  }

  private static Optional<String> name(Entry entry) {
    return Json.string(entry.json(), "name").filter(name -> !name.equals(entry.key()));
  }

  private static int rank(Change change) {
    return switch (change) {
      case Change.Removed _ -> 0;
      case Change.Changed _ -> 1;
      case Change.Added _ -> 2;
    };
  }
}
