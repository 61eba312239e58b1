package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What one list request brought: the usable entries in the server's order, duplicates included,
/// and the number of odd ones that were left out (not an object, or without a key).
///
/// A server with one odd entry still gets all its others served (M7); the count is for the log.
public record Listing(List<Entry> entries, int odd) {
  public Listing {
    entries = List.copyOf(entries);
  }

  /// Reads a list result, or a JSON array of the results of several pages. Never throws: text that
  /// is no JSON, or a result without the list, counts as one odd thing.
  public static Listing parse(Kind kind, String resultJson) {
    JsonElement root;
    try {
      root = JsonParser.parseString(resultJson);
    } catch (JsonParseException notJson) {
      // The caller asked what is usable here: nothing is. The count says so.
      return new Listing(List.of(), 1);
    }
    return of(kind, root);
  }

  /// As [#parse(Kind, String)], for pages that came one by one.
  public static Listing parse(Kind kind, List<String> pages) {
    List<Entry> entries = new ArrayList<>();
    int odd = 0;
    for (String page : pages) {
      Listing one = parse(kind, page);
      entries.addAll(one.entries);
      odd += one.odd;
    }
    return new Listing(entries, odd);
  }

  /// As [#parse(Kind, String)], for a tree that is already there.
  public static Listing of(Kind kind, JsonElement result) {
    List<Entry> entries = new ArrayList<>();
    int odd = 0;
    if (result instanceof JsonArray pages) {
      for (JsonElement page : pages) {
        odd += collect(kind, page, entries);
      }
    } else {
      odd = collect(kind, result, entries);
    }
    return new Listing(entries, odd);
  }

  private static int collect(Kind kind, JsonElement page, List<Entry> into) {
    Optional<JsonArray> list =
        page instanceof JsonObject result
            ? Json.array(result, kind.listMember())
            : Optional.empty();
    if (list.isEmpty()) {
      return 1;
    }
    int odd = 0;
    for (JsonElement element : list.get()) {
      Optional<Entry> entry = entry(kind, element);
      if (entry.isPresent()) {
        into.add(entry.get());
      } else {
        odd++;
      }
    }
    return odd;
  }

  private static Optional<Entry> entry(Kind kind, JsonElement element) {
    return element instanceof JsonObject json
        ? Json.string(json, kind.keyMember())
            .filter(key -> !key.isEmpty())
            .map(key -> new Entry(kind, key, json))
        : Optional.empty();
  }
}
