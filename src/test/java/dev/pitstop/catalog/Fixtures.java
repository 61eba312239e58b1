package dev.pitstop.catalog;

import java.util.List;

/// Catalogues from JSON text, for the tests of this package.
final class Fixtures {
  private Fixtures() {}

  /// A catalogue with one list, of the given entries' JSON.
  static Catalog catalog(Kind kind, String... entries) {
    List<Entry> parsed =
        Listing.parse(
                kind,
                List.of("{\"" + kind.listMember() + "\":[" + String.join(",", entries) + "]}"))
            .entries();
    if (parsed.size() != entries.length) {
      throw new IllegalArgumentException("an entry was not usable");
    }
    return Catalog.empty().with(kind, parsed);
  }

  static Catalog tools(String... tools) {
    return catalog(Kind.TOOLS, tools);
  }

  static String tool(String name, String description, String inputSchema) {
    return "{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":%s}"
        .formatted(name, description, inputSchema);
  }

  /// An object schema.
  static String object(String properties, String... required) {
    return "{\"type\":\"object\",\"properties\":{%s},\"required\":[%s]}"
        .formatted(
            properties,
            String.join(",", List.of(required).stream().map(r -> "\"" + r + "\"").toList()));
  }
}
