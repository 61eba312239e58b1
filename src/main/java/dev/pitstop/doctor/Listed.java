package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import java.util.List;

/// A list of a server, from all its pages.
///
/// @param kind which list
/// @param items the items of all pages that came
/// @param pages how many pages came
/// @param bytes the size of the items, as JSON
/// @param end why there are no more pages
record Listed(Kind kind, List<JsonElement> items, int pages, long bytes, End end) {
  /// The lists that a server can have.
  enum Kind {
    TOOLS("tools/list", "tools", "tools", "tool", "name"),
    PROMPTS("prompts/list", "prompts", "prompts", "prompt", "name"),
    RESOURCES("resources/list", "resources", "resources", "resource", "uri"),
    TEMPLATES(
        "resources/templates/list",
        "resourceTemplates",
        "resources",
        "resource template",
        "uriTemplate");

    private final String method;
    private final String key;
    private final String capability;
    private final String noun;
    private final String identity;

    Kind(String method, String key, String capability, String noun, String identity) {
      this.method = method;
      this.key = key;
      this.capability = capability;
      this.noun = noun;
      this.identity = identity;
    }

    String method() {
      return method;
    }

    /// The member of the result that holds the items.
    String key() {
      return key;
    }

    /// The capability that a server declares if it has such a list.
    String capability() {
      return capability;
    }

    String noun() {
      return noun;
    }

    /// The member that identifies an item.
    String identity() {
      return identity;
    }
  }

  /// Why a list ends.
  sealed interface End {
    /// The last page has no cursor.
    record Whole() implements End {}

    /// A page returns a cursor that came before.
    record Repeats(String cursor) implements End {}

    /// Too many pages came.
    record Endless(String cursor) implements End {}

    /// A page holds no such list.
    ///
    /// @param what a clause whose subject is the result
    record NoList(String what) implements End {}

    /// A page did not come.
    record Failed(Reply why) implements End {}
  }

  Listed {
    items = List.copyOf(items);
  }
}
