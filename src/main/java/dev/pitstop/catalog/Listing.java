package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The entries of one list in the server's order, including duplicates. An odd entry (not an
/// object, or without a key) is left out, so that the server's others are served.
///
/// @param readable whether every page is a JSON object whose list, if it has one, is an array. If
///   not, entries that are missing here are unknown, not removed
public record Listing(List<Entry> entries, boolean readable) {
  private static final Listing UNREADABLE = new Listing(List.of(), false);

  /// The nesting limit of the codec; a tree is never deeper than its message.
  private static final int MAX_DEPTH = 1_000;

  public Listing {
    entries = List.copyOf(entries);
  }

  /// Reads JSON like [com.google.gson.JsonParser#parseString], but nested as deeply as messages may
  /// be.
  ///
  /// @throws JsonParseException for text that is not JSON
  public static JsonElement tree(String json) {
    JsonReader reader = new JsonReader(new StringReader(json));
    reader.setNestingLimit(MAX_DEPTH);
    return JsonParser.parseReader(reader);
  }

  /// Reads the results of a list request, one a page. Never throws: a page that is not JSON has no
  /// entries.
  public static Listing parse(Kind kind, List<String> pages) {
    List<Entry> entries = new ArrayList<>();
    boolean readable = true;
    for (String page : pages) {
      Listing one = parse(kind, page);
      entries.addAll(one.entries);
      readable &= one.readable;
    }
    return new Listing(entries, readable);
  }

  private static Listing parse(Kind kind, String page) {
    try {
      return of(kind, tree(page));
    } catch (JsonParseException notJson) {
      return UNREADABLE;
    }
  }

  /// Reads one page. A page without the list counts as empty: some servers leave out lists without
  /// entries.
  public static Listing of(Kind kind, JsonElement page) {
    if (!(page instanceof JsonObject result)) {
      return UNREADABLE;
    }
    JsonElement list = JsonTree.member(result, kind.listMember()).orElseGet(JsonArray::new);
    if (!(list instanceof JsonArray all)) {
      return UNREADABLE;
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonElement element : all) { // no stream: it would load its classes at each start
      entry(kind, element).ifPresent(entries::add);
    }
    return new Listing(entries, true);
  }

  /// Reads one entry; empty if it is odd.
  public static Optional<Entry> entry(Kind kind, JsonElement element) {
    return element instanceof JsonObject json
        ? JsonTree.string(json, kind.keyMember())
            .filter(key -> !key.isEmpty())
            .map(key -> new Entry(kind, key, json))
        : Optional.empty();
  }
}
