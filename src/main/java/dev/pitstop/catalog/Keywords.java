package dev.pitstop.catalog;

import java.util.Set;

/// JSON Schema keywords by how a difference in them is told.
final class Keywords {
  /// Told by name, each in its own way.
  static final Set<String> COMPARED =
      Set.of(
          "type",
          "enum",
          "const",
          "properties",
          "required",
          "items",
          "additionalProperties",
          "description",
          "title",
          "default",
          "deprecated",
          "examples",
          "$defs",
          "definitions");

  private static final Set<String> REMARKS =
      Set.of(
          "$schema",
          "$id",
          "$anchor",
          "$comment",
          "readOnly",
          "writeOnly",
          "contentMediaType",
          "contentEncoding",
          "discriminator",
          "markdownDescription");

  private Keywords() {}

  /// A keyword that refuses no value.
  static boolean isRemark(String keyword) {
    return REMARKS.contains(keyword) || keyword.startsWith("x-");
  }
}
