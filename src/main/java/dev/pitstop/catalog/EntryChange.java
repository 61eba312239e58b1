package dev.pitstop.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// One entry that changed.
///
/// @param breaking whether a call that was right before may be wrong now
/// @param newCalls whether calls are possible, or necessary, that were not before
/// @param text the details in one printable line; may be empty
public record EntryChange(
    Kind kind, String key, What what, boolean breaking, boolean newCalls, String text) {
  /// Details in one line; an agent pays for each.
  private static final int MOST_DETAILS = 8;

  private static final int SUMMARY = 80;

  /// What happened to the entry, in the order in which changes are listed.
  public enum What {
    REMOVED,
    CHANGED,
    ADDED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static EntryChange added(Entry entry) {
    String text = entry.description().or(entry::title).orElse("");
    String summary = ForeignText.firstLine(text, SUMMARY);
    return new EntryChange(entry.kind(), entry.key(), What.ADDED, false, true, summary);
  }

  /// @param renamedTo the key of the added entry that is probably the same thing
  static EntryChange removed(Entry entry, Optional<String> renamedTo) {
    String text = renamedTo.map(now -> "likely renamed to " + ForeignText.name(now)).orElse("");
    return new EntryChange(entry.kind(), entry.key(), What.REMOVED, true, false, text);
  }

  /// @param details not empty, breaking ones first
  static EntryChange changed(Entry entry, List<Detail> details) {
    int more = details.size() - MOST_DETAILS;
    String text =
        details.stream().limit(MOST_DETAILS).map(Detail::text).collect(Collectors.joining("; "))
            + (more > 0 ? "; and " + more + " more" : "");
    boolean breaking = details.getFirst().breaking();
    boolean calls = details.stream().anyMatch(Detail::input);
    return new EntryChange(entry.kind(), entry.key(), What.CHANGED, breaking, calls, text);
  }

  /// Starts with `-` for removed, `!` for a breaking change, `~` for another change, `+` for added.
  public String line() {
    String subject = kind.noun() + " " + ForeignText.name(key);
    return switch (what) {
      case REMOVED -> "- " + subject + " removed" + (text.isEmpty() ? "" : " (" + text + ")");
      case CHANGED -> (breaking ? "! " : "~ ") + subject + ": " + text;
      case ADDED -> "+ " + subject + (text.isEmpty() ? "" : ": " + text);
    };
  }
}
