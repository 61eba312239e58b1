package dev.pitstop.session.members;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.session.texts.EntryFlaws;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// One server's part of the merged lists: its entries under their outside names, as JSON text that
/// is made once for each catalogue. An entry that would make clients refuse the whole list is left
/// out.
///
/// For one thread at a time. It need not be in a turn, because its work grows with the catalogue.
public final class Shelf {
  /// One entry, ready to be listed.
  ///
  /// @param key the server's name or URI
  public record Item(String key, String json) {}

  /// @param withheld which entries are not listed, and why
  public record Items(List<Item> items, List<String> withheld) {}

  private record Made(List<Entry> of, Items items) {}

  private final String server;
  private final Predicate<String> tools;
  private final Map<Kind, Made> made = new EnumMap<>(Kind.class);

  /// @param tools which tools are listed, by the server's own names
  Shelf(String server, Predicate<String> tools) {
    this.server = server;
    this.tools = tools;
  }

  /// Its parts of all lists.
  Map<Kind, Items> all(Catalog catalog) {
    Map<Kind, Items> all = new EnumMap<>(Kind.class);
    EnumSet.allOf(Kind.class).forEach(kind -> all.put(kind, items(catalog, kind)));
    return all;
  }

  /// Its part of a list.
  @SuppressWarnings("ReferenceEquality") // immutable; the very one
  public Items items(Catalog catalog, Kind kind) {
    List<Entry> entries = catalog.entries(kind);
    Made before = made.get(kind);
    if (before != null && before.of() == entries) {
      return before.items();
    }
    Items items = make(entries, kind);
    made.put(kind, new Made(entries, items));
    return items;
  }

  private Items make(List<Entry> entries, Kind kind) {
    List<Item> items = new ArrayList<>();
    List<String> withheld = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Entry e : entries) {
      if (kind == Kind.TOOLS && !tools.test(e.key())) {
        continue;
      }
      boolean named = kind == Kind.TOOLS || kind == Kind.PROMPTS;
      String name = named ? Namespace.expose(server, e.key()) : e.key();
      String flaw = seen.add(name) ? EntryFlaws.of(e) : EntryFlaws.TWICE;
      if (flaw.isEmpty()) {
        items.add(new Item(e.key(), (named ? outside(e, name) : e.json()).toString()));
      } else {
        withheld.add(EntryFlaws.notListed(kind, e.key(), flaw));
      }
    }
    return new Items(List.copyOf(items), List.copyOf(withheld));
  }

  private static JsonObject outside(Entry e, String name) {
    JsonObject renamed = renamed(e.json(), e.kind().keyMember(), name);
    renamed.remove("execution"); // it says only how a tool runs as a task, which it cannot here
    return renamed;
  }

  /// The same entry with another value of a member, in its place; everything else is shared.
  public static JsonObject renamed(JsonObject entry, String member, String value) {
    JsonObject copy = new JsonObject();
    for (Map.Entry<String, JsonElement> m : entry.entrySet()) {
      copy.add(m.getKey(), m.getKey().equals(member) ? new JsonPrimitive(value) : m.getValue());
    }
    return copy;
  }
}
