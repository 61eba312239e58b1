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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// One server's part of the merged lists: its entries under their outside names, as JSON text. An
/// entry that would make clients refuse the whole list is left out.
///
/// It is made when it is first needed, which need not be in a turn, because the work grows with the
/// catalogue. For one thread at a time until then.
public final class Shelf {
  /// One entry, ready to be listed.
  ///
  /// @param key the server's name or URI
  public record Item(String key, String json) {}

  private final String server;
  private final Predicate<String> tools;
  private final Catalog of;
  private final Map<Kind, List<Item>> items = new EnumMap<>(Kind.class);
  private final boolean all;

  /// @param tools which tools are listed, by the server's own names
  /// @param all whether bad entries are listed too
  Shelf(String server, Predicate<String> tools, Catalog of, boolean all) {
    this.all = all;
    this.server = server;
    this.tools = tools;
    this.of = of;
  }

  public List<Item> items(Kind kind) {
    make();
    return items.getOrDefault(kind, List.of());
  }

  private void make() {
    if (items.isEmpty()) {
      for (Kind kind : Kind.values()) {
        items.put(kind, make(kind));
      }
    }
  }

  private List<Item> make(Kind kind) {
    List<Item> made = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Entry e : of.entries(kind)) {
      if (kind == Kind.TOOLS && !tools.test(e.key())) {
        continue;
      }
      Entry shown = shown(server, e);
      if (all || (seen.add(shown.key()) && EntryFlaws.of(e).isEmpty())) {
        made.add(new Item(e.key(), shown.json().toString()));
      }
    }
    return made;
  }

  /// An entry of this server, as it is listed.
  static Entry shown(String server, Entry entry) {
    if (entry.kind() != Kind.TOOLS && entry.kind() != Kind.PROMPTS) {
      return entry;
    }
    Entry e = EntryFlaws.offered(entry);
    String name = Namespace.expose(server, e.key());
    return new Entry(e.kind(), name, outside(e, name));
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
