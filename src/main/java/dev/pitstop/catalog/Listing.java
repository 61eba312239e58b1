package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonIOException;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of one list request: the usable entries in the server's order, including duplicates,
/// and the number of odd ones that were left out (not an object, or without a key).
///
/// A server with one odd entry still has all its others served (M7); the count is for the log.
///
/// @param readable whether every page is a JSON object whose list, if it has one, is an array. If
///   not, entries that are missing here are unknown, not removed
public record Listing(List<Entry> entries, int odd, boolean readable) {
  /// The nesting limit of the codec; a tree is never deeper than its message.
  private static final int MAX_DEPTH = 1_000;

  public Listing {
    entries = List.copyOf(entries);
  }

  /// Reads a list result, or a JSON array of the results of several pages. Never throws: text that
  /// is not JSON, or a result without the list, counts as one odd thing.
  public static Listing parse(Kind kind, String resultJson) {
    JsonElement root;
    try {
      root = tree(resultJson);
    } catch (JsonParseException notJson) {
      // The caller asked for the usable entries: there are none, and the count says so.
      return new Listing(List.of(), 1, false);
    }
    return of(kind, root);
  }

  /// Reads JSON like [com.google.gson.JsonParser#parseString], but nested as deeply as messages may
  /// be.
  ///
  /// @throws JsonParseException for text that is not JSON
  public static JsonElement tree(String json) {
    JsonReader reader = new JsonReader(new StringReader(json));
    reader.setNestingLimit(MAX_DEPTH);
    try {
      JsonElement root = JsonParser.parseReader(reader);
      if (!root.isJsonNull() && reader.peek() != JsonToken.END_DOCUMENT) {
        throw new JsonSyntaxException("more than one value");
      }
      return root;
    } catch (MalformedJsonException e) {
      throw new JsonSyntaxException(e);
    } catch (IOException e) {
      throw new JsonIOException(e);
    }
  }

  /// Like [#parse(Kind, String)], for pages that came one by one.
  public static Listing parse(Kind kind, List<String> pages) {
    List<Entry> entries = new ArrayList<>();
    int odd = 0;
    boolean readable = true;
    for (String page : pages) {
      Listing one = parse(kind, page);
      entries.addAll(one.entries);
      odd += one.odd;
      readable &= one.readable;
    }
    return new Listing(entries, odd, readable);
  }

  /// Like [#parse(Kind, String)], for a parsed tree.
  public static Listing of(Kind kind, JsonElement result) {
    List<Entry> entries = new ArrayList<>();
    int odd = 0;
    boolean readable = true;
    for (JsonElement page : result instanceof JsonArray pages ? pages.asList() : List.of(result)) {
      odd += collect(kind, page, entries);
      readable &= readable(kind, page);
    }
    return new Listing(entries, odd, readable);
  }

  /// A page without the list counts as empty: some servers leave out lists without entries.
  private static boolean readable(Kind kind, JsonElement page) {
    return page instanceof JsonObject result
        && JsonTree.member(result, kind.listMember()).map(JsonElement::isJsonArray).orElse(true);
  }

  private static int collect(Kind kind, JsonElement page, List<Entry> into) {
    Optional<JsonArray> list =
        page instanceof JsonObject result
            ? JsonTree.array(result, kind.listMember())
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
        ? JsonTree.string(json, kind.keyMember())
            .filter(key -> !key.isEmpty())
            .map(key -> new Entry(kind, key, json))
        : Optional.empty();
  }
}
