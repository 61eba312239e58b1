package dev.pitstop.catalog;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything a server offers at one moment. Immutable: any thread may read it, and an old one can
/// be kept for comparison with the next.
///
/// Entries are in the server's order. Of several with the same key, look-ups find the first.
public final class Catalog {
  private static final Section NOTHING = new Section(List.of(), Map.of());
  private static final Catalog EMPTY = new Catalog(Map.of());

  private final Map<Kind, Section> sections;

  private Catalog(Map<Kind, Section> sections) {
    this.sections = sections;
  }

  public static Catalog empty() {
    return EMPTY;
  }

  /// This catalogue with one of its lists replaced.
  public Catalog with(Kind kind, List<Entry> entries) {
    Map<Kind, Section> changed = new EnumMap<>(Kind.class);
    changed.putAll(sections);
    changed.put(kind, Section.of(entries));
    return new Catalog(changed);
  }

  public List<Entry> entries(Kind kind) {
    return section(kind).entries;
  }

  public Optional<Entry> tool(String name) {
    return find(Kind.TOOLS, name);
  }

  public Optional<Entry> find(Kind kind, String key) {
    return Optional.ofNullable(section(kind).byKey.get(key));
  }

  /// The first entry of every key, in no particular order.
  Map<String, Entry> byKey(Kind kind) {
    return section(kind).byKey;
  }

  private Section section(Kind kind) {
    return sections.getOrDefault(kind, NOTHING);
  }

  private record Section(List<Entry> entries, Map<String, Entry> byKey) {
    static Section of(List<Entry> entries) {
      Map<String, Entry> byKey = HashMap.newHashMap(entries.size());
      for (Entry entry : entries) {
        byKey.putIfAbsent(entry.key(), entry);
      }
      return new Section(List.copyOf(entries), byKey);
    }
  }
}
