package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A list of a server, from all its pages.
///
/// @param kind which list
/// @param items the items of all pages that came
/// @param pages how many pages came
/// @param end why there are no more pages
record ListFacts(Kind kind, List<JsonElement> items, int pages, End end) {
  /// Why a list ends.
  sealed interface End {
    /// The last page has no cursor.
    record Whole() implements End {}

    /// A page returns a cursor that came before, or too many pages came.
    record Endless(String cursor) implements End {}

    /// A page did not come.
    record Failed(Outcome why) implements End {}
  }

  boolean isOfTools() {
    return kind == Kind.TOOLS;
  }

  /// The size of an item as JSON, in bytes.
  static long size(JsonElement item) {
    return item.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
