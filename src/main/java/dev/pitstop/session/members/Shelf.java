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

/// One server's part of the lists: its entries as the client sees them, and why others are left
/// out.
///
/// It is made when it is first needed, which need not be in a turn, because the work grows with the
/// catalogue. For one thread at a time until then.
public final class Shelf {
  private final String server;
  private final boolean prefixed;
  private final Predicate<String> tools;
  private final Catalog of;
  private final boolean all;
  private final Map<Kind, List<Entry>> entries = new EnumMap<>(Kind.class);
  private final List<String> flaws = new ArrayList<>();

  /// @param prefixed whether its names have the server's name before them
  /// @param tools which tools are listed, by the server's own names
  /// @param all whether bad entries are listed too
  Shelf(String server, boolean prefixed, Predicate<String> tools, Catalog of, boolean all) {
    this.server = server;
    this.prefixed = prefixed;
    this.tools = tools;
    this.of = of;
    this.all = all;
  }

  /// What is listed of this kind.
  public List<Entry> entries(Kind kind) {
    make();
    return entries.getOrDefault(kind, List.of());
  }

  /// What is not listed, and why.
  List<String> flaws() {
    make();
    return List.copyOf(flaws);
  }

  private void make() {
    if (entries.isEmpty()) {
      for (Kind kind : Kind.values()) {
        entries.put(kind, make(kind));
      }
    }
  }

  private List<Entry> make(Kind kind) {
    List<Entry> made = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Entry e : of.entries(kind)) {
      if (kind == Kind.TOOLS && !tools.test(e.key())) {
        continue;
      }
      String flaw = all ? "" : seen.add(e.key()) ? EntryFlaws.of(e) : EntryFlaws.TWICE;
      if (flaw.isEmpty()) {
        made.add(shown(e));
      } else {
        flaws.add(EntryFlaws.notListed(kind, e.key(), flaw));
      }
    }
    return made;
  }

  /// An entry as the client sees it.
  Entry shown(Entry entry) {
    if (!prefixed || (entry.kind() != Kind.TOOLS && entry.kind() != Kind.PROMPTS)) {
      return entry;
    }
    Entry e = EntryFlaws.offered(entry, true);
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
