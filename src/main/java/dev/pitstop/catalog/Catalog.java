package dev.pitstop.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything a server offers at one moment. Immutable: any thread may read it, and an old one can
/// be kept for comparison with the next (A2).
///
/// Entries are in the server's order. Of several with the same key, look-ups find the first.
public final class Catalog {
  private static final Section NOTHING = new Section(List.of(), Map.of());
  private static final Catalog EMPTY = new Catalog(NOTHING, NOTHING, NOTHING, NOTHING);

  private final Section tools;
  private final Section prompts;
  private final Section resources;
  private final Section templates;

  private Catalog(Section tools, Section prompts, Section resources, Section templates) {
    this.tools = tools;
    this.prompts = prompts;
    this.resources = resources;
    this.templates = templates;
  }

  public static Catalog empty() {
    return EMPTY;
  }

  /// The usable entries of a list result, or of an array of several pages; [Listing] also counts
  /// the unusable ones. Never throws.
  public static List<Entry> parse(Kind kind, String resultJson) {
    return Listing.parse(kind, resultJson).entries();
  }

  /// This catalogue with one of its lists replaced.
  ///
  /// @throws IllegalArgumentException if an entry is of another kind
  public Catalog with(Kind kind, List<Entry> entries) {
    Section section = Section.of(kind, entries);
    return switch (kind) {
      case TOOLS -> new Catalog(section, prompts, resources, templates);
      case PROMPTS -> new Catalog(tools, section, resources, templates);
      case RESOURCES -> new Catalog(tools, prompts, section, templates);
      case TEMPLATES -> new Catalog(tools, prompts, resources, section);
    };
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
    return switch (kind) {
      case TOOLS -> tools;
      case PROMPTS -> prompts;
      case RESOURCES -> resources;
      case TEMPLATES -> templates;
    };
  }

  @Override
  public String toString() {
    return "Catalog["
        + tools.entries.size()
        + " tools, "
        + prompts.entries.size()
        + " prompts, "
        + resources.entries.size()
        + " resources, "
        + templates.entries.size()
        + " templates]";
  }

  private record Section(List<Entry> entries, Map<String, Entry> byKey) {
    static Section of(Kind kind, List<Entry> entries) {
      Map<String, Entry> byKey = HashMap.newHashMap(entries.size());
      for (Entry entry : entries) {
        if (entry.kind() != kind) {
          throw new IllegalArgumentException(entry.kind() + " entry in a list of " + kind);
        }
        byKey.putIfAbsent(entry.key(), entry);
      }
      return new Section(List.copyOf(entries), byKey);
    }
  }
}
