package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// The output of `search_tools`, short enough for an agent's context. It shows the best few tools
/// with their schemas, and the others by name and first line.
///
/// @param matched how many tools match the query; 0 if all are shown because none matches
public record ToolPage(String text, int matched) {
  /// The most tools that are shown with their schemas.
  static final int IN_FULL = 5;

  /// The most characters of all entries that are shown in full. The first entry may be longer.
  static final int MOST_FULL = 16_000;

  /// The most characters of the first entry. If it is longer, its schema is not shown.
  static final int MOST_ENTRY = 48_000;

  /// The most characters of all short lines.
  static final int MOST_SHORT = 12_000;

  private static final int SUMMARY = 100;

  /// @param whose the owner of the tools, with a verb: `The server has`
  public static ToolPage of(Catalog catalog, Optional<String> query, String whose) {
    List<Entry> all = ToolSearch.find(catalog, Optional.empty());
    List<Entry> found = query.isEmpty() ? all : ToolSearch.find(catalog, query);
    boolean none = found.isEmpty() && !all.isEmpty();
    List<Entry> listed = none ? all : found;
    int full = none ? 0 : inFull(listed);
    StringBuilder text = new StringBuilder(none ? "No tool matches. All tools:\n" : "");
    int shown = full;
    for (Entry tool : listed.subList(0, full)) {
      text.append(ForeignText.name(tool.key())).append(' ');
      text.append(tool.description().orElse("(no description)")).append("\n  input: ");
      text.append(tool.inputSchema().map(JsonElement::toString).orElse("{}")).append('\n');
    }
    int room = text.length() + MOST_SHORT;
    for (Entry tool : listed.subList(full, listed.size())) {
      String summary = ForeignText.firstLine(tool.description().orElse(""), SUMMARY);
      text.append(ForeignText.name(tool.key())).append(summary.isEmpty() ? "" : ": ");
      text.append(summary).append('\n');
      shown++;
      if (text.length() > room) {
        break;
      }
    }
    text.append(whose).append(' ').append(Words.count(all.size(), "tool"));
    if (!none && found.size() < all.size()) {
      text.append(", ").append(found.size());
      text.append(found.size() == 1 ? " of them matches" : " of them match");
    }
    text.append('.').append(advice(listed.size(), shown, full));
    return new ToolPage(text.toString(), found.size());
  }

  /// How many of the first tools are shown with their schemas.
  private static int inFull(List<Entry> tools) {
    int full = 0;
    int length = 0;
    for (Entry tool : tools.subList(0, Math.min(IN_FULL, tools.size()))) {
      length += tool.json().toString().length();
      if (length > (full == 0 ? MOST_ENTRY : MOST_FULL)) {
        return full;
      }
      full++;
    }
    return full;
  }

  private static String advice(int all, int shown, int full) {
    String left = shown == all ? "" : " " + (all - shown) + " more are not shown.";
    if (full == all) {
      return left;
    } else if (full == 0) {
      return left + " A tool's name as `query` shows its schema.";
    }
    String first = full == 1 ? "is shown with its schema" : full + " are shown with their schemas";
    return left + " Only the first " + first + "; `query` narrows the list.";
  }
}
