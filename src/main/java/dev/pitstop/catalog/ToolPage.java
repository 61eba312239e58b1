package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// The output of `search_tools`, short enough for an agent's context. It shows the best few tools
/// with their schemas, and the others by name and first line.
///
/// @param text for reading
/// @param tools the same as JSON: first entries as the server wrote them, then short ones
/// @param matched how many tools match the query; 0 if all are shown because none matches
public record ToolPage(String text, JsonArray tools, int matched) {
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
    Writer writer = new Writer();
    for (Entry tool : none ? all : found) {
      writer.add(tool, none);
    }
    String text =
        (none ? "No tool matches. All tools:\n" : "")
            + writer.text
            + whose
            + end(all.size(), found.size(), query.isPresent(), writer);
    return new ToolPage(text, writer.tools, found.size());
  }

  private static String end(int all, int found, boolean narrowed, Writer writer) {
    StringBuilder end = new StringBuilder(" " + Words.count(all, "tool"));
    if (narrowed && found > 0 && found < all) {
      end.append(", ").append(found).append(found == 1 ? " of them matches" : " of them match");
    }
    end.append('.');
    if (writer.left > 0) {
      end.append(' ').append(writer.left).append(" more are not shown.");
    }
    if (writer.full > 0 && (writer.shortened > 0 || writer.left > 0)) {
      end.append(
          writer.full == 1
              ? " Only the first is shown with its schema;"
              : " Only the first " + writer.full + " are shown with their schemas;");
      end.append(" `query` narrows the list.");
    } else if (writer.shortened > 0) {
      end.append(" A tool's name as `query` shows its schema.");
    }
    return end.toString();
  }

  private static final class Writer {
    private final StringBuilder text = new StringBuilder();
    private final JsonArray tools = new JsonArray();
    private int full;
    private int fullLength;
    private int shortened;
    private int shortLength;
    private int left;

    void add(Entry tool, boolean briefly) {
      String schema = tool.inputSchema().map(JsonElement::toString).orElse("{}");
      int length = tool.json().toString().length();
      int most = full == 0 ? MOST_ENTRY : MOST_FULL;
      if (!briefly && full < IN_FULL && shortened == 0 && fullLength + length <= most) {
        full++;
        fullLength += length;
        text.append(ForeignText.name(tool.key())).append(' ');
        text.append(tool.description().orElse("(no description)"));
        text.append("\n  input: ").append(schema).append('\n');
        tools.add(tool.json());
        return;
      }
      String summary = ForeignText.firstLine(tool.description().orElse(""), SUMMARY);
      String line = ForeignText.name(tool.key()) + (summary.isEmpty() ? "" : ": " + summary);
      if (shortLength + line.length() > MOST_SHORT) {
        left++;
        return;
      }
      shortened++;
      shortLength += line.length();
      text.append(line).append('\n');
      JsonObject shown = new JsonObject();
      shown.addProperty("name", tool.key());
      if (!summary.isEmpty()) {
        shown.addProperty("description", summary);
      }
      tools.add(shown);
    }
  }
}
