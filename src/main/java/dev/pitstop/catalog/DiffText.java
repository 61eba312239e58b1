package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A difference in an agent's words: terse, and with every name as it must be written in a call.
///
/// `-` removed, `!` changed so that calls may break, `~` changed otherwise, `+` added.
final class DiffText {
  /// Characters of details in one line; an agent pays for each.
  private static final int MAX_DETAILS = 400;

  private DiffText() {}

  static String of(Diff diff, int maxLines) {
    List<Change> changes = diff.changes();
    if (changes.isEmpty() || maxLines < 1) {
      return "";
    }
    StringBuilder text = new StringBuilder(counts(changes));
    if (maxLines == 1) {
      return text.toString();
    }
    boolean fits = changes.size() <= maxLines - 1;
    int shown = fits ? changes.size() : maxLines - 2;
    for (Change change : changes.subList(0, shown)) {
      text.append('\n').append(line(change));
    }
    if (!fits) {
      text.append('\n').append(rest(changes.subList(shown, changes.size())));
    }
    return text.toString();
  }

  private static String counts(List<Change> changes) {
    List<String> parts = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Counts counts = Counts.of(kind, changes);
      if (!counts.isEmpty()) {
        List<String> words = new ArrayList<>();
        count(words, counts.removed(), " removed");
        count(words, counts.added(), " added");
        count(words, counts.changed(), " changed");
        parts.add(kind.plural() + ": " + String.join(", ", words));
      }
    }
    return String.join("; ", parts);
  }

  private static String rest(List<Change> changes) {
    List<String> words = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Counts counts = Counts.of(kind, changes);
      count(words, counts.removed(), noun(kind, counts.removed()) + " removed");
      count(words, counts.added(), noun(kind, counts.added()) + " added");
      count(words, counts.changed(), noun(kind, counts.changed()) + " changed");
    }
    return "… and "
        + changes.size()
        + (changes.size() == 1 ? " more change (" : " more changes (")
        + String.join(", ", words)
        + ")";
  }

  private static void count(List<String> words, int count, String what) {
    if (count > 0) {
      words.add(count + what);
    }
  }

  private static String noun(Kind kind, int count) {
    return " " + (count == 1 ? kind.noun() : kind.plural());
  }

  private static String line(Change change) {
    String subject = change.kind().noun() + " " + Wording.name(change.key());
    return switch (change) {
      case Change.Added added ->
          "+ " + subject + (added.summary().isEmpty() ? "" : ": " + added.summary());
      case Change.Removed removed ->
          "- "
              + subject
              + " removed"
              + removed
                  .renamedTo()
                  .map(now -> " (likely renamed to " + Wording.name(now) + ")")
                  .orElse("");
      case Change.Changed changed ->
          (changed.breaking() ? "! " : "~ ") + subject + ": " + details(changed.details());
    };
  }

  private static String details(List<Detail> details) {
    Set<String> statements = statements(details);
    StringBuilder line = new StringBuilder();
    int told = 0;
    for (String statement : statements) {
      if (told > 0 && line.length() + statement.length() > MAX_DETAILS) {
        line.append("; and ").append(statements.size() - told).append(" more");
        break;
      }
      line.append(told++ == 0 ? "" : "; ").append(statement);
    }
    return line.toString();
  }

  /// Reworded descriptions of parameters come in crowds and say little: one statement for all.
  private static Set<String> statements(List<Detail> details) {
    Set<String> statements = new LinkedHashSet<>();
    Map<Detail.Where, List<Detail>> reworded = new LinkedHashMap<>();
    for (Detail detail : details) {
      if (detail.what() == Detail.What.DESCRIPTION && detail.where() != Detail.Where.ENTRY) {
        reworded.computeIfAbsent(detail.where(), _ -> new ArrayList<>()).add(detail);
      } else {
        statements.add(detail.text());
      }
    }
    reworded.forEach((where, some) ->
        statements.add(
            some.size() == 1
                ? some.getFirst().text()
                : where.noun()
                    + " descriptions changed: "
                    + Wording.names(some.stream().map(Detail::path).toList())));
    return statements;
  }
}
