package dev.pitstop.catalog;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The changes between two catalogues, by meaning and not by text (A2).
///
/// The order of members, of entries and of `required` does not count. Neither does the name of a
/// definition or whether it is inlined, nor the content of duplicates of a key.
///
/// @param changes breaking ones first, then by kind; within a kind removed, changed and added ones,
///   each by key
public record Diff(List<EntryChange> changes) {
  private static final Diff NOTHING = new Diff(List.of());

  public Diff {
    // At start-up there is usually nothing to sort, and lambdas would cost time.
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

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  public boolean isBreaking() {
    return changes.stream().anyMatch(EntryChange::breaking);
  }

  /// Whether a list of this kind changed, for `list_changed` (R7). Clients have one notification
  /// for resources and templates together: ask for both.
  public boolean touches(Kind kind) {
    return changes.stream().anyMatch(change -> change.kind() == kind);
  }

  /// The lists that changed.
  public Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    changes.forEach(change -> kinds.add(change.kind()));
    return kinds;
  }

  /// The tools that are new or changed.
  public List<String> newTools() {
    List<String> names = new ArrayList<>();
    for (EntryChange change : changes) {
      if (change.kind() == Kind.TOOLS && change.what() != EntryChange.What.REMOVED) {
        names.add(change.key());
      }
    }
    return names;
  }

  /// The difference in an agent's words, in at most `maxLines` lines without a final line break: a
  /// line of counts, a line per change, and a line that counts the omitted changes. Empty if
  /// nothing changed.
  public String text(int maxLines) {
    return DiffText.of(changes, maxLines);
  }

  /// The difference as JSON for programs, with at most `maxChanges` changes; `omitted` counts the
  /// others.
  public JsonObject json(int maxChanges) {
    return DiffText.json(this, maxChanges);
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
