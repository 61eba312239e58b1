package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.Map;
import java.util.Optional;

/// The keywords that limit a value within its type, and whether a new limit lets less through.
final class Limits {
  private enum Sense {
    LOWER,
    UPPER,
    EXACT
  }

  private static final Map<String, Sense> SENSES =
      Map.ofEntries(
          Map.entry("minimum", Sense.LOWER),
          Map.entry("exclusiveMinimum", Sense.LOWER),
          Map.entry("minLength", Sense.LOWER),
          Map.entry("minItems", Sense.LOWER),
          Map.entry("minProperties", Sense.LOWER),
          Map.entry("maximum", Sense.UPPER),
          Map.entry("exclusiveMaximum", Sense.UPPER),
          Map.entry("maxLength", Sense.UPPER),
          Map.entry("maxItems", Sense.UPPER),
          Map.entry("maxProperties", Sense.UPPER),
          Map.entry("multipleOf", Sense.EXACT),
          Map.entry("pattern", Sense.EXACT),
          Map.entry("uniqueItems", Sense.EXACT),
          Map.entry("format", Sense.EXACT));

  private Limits() {}

  static boolean isLimit(String keyword) {
    return SENSES.containsKey(keyword);
  }

  /// Whether the new limit may refuse what the old one let through; true when that is unclear.
  static boolean narrows(String keyword, Optional<JsonElement> old, Optional<JsonElement> now) {
    if (now.isEmpty() || Json.isFalse(now)) {
      return false;
    }
    if (old.isEmpty()
        || !(old.get() instanceof JsonPrimitive was && was.isNumber())
        || !(now.get() instanceof JsonPrimitive is && is.isNumber())) {
      return true;
    }
    return switch (SENSES.getOrDefault(keyword, Sense.EXACT)) {
      case LOWER -> is.getAsDouble() > was.getAsDouble();
      case UPPER -> is.getAsDouble() < was.getAsDouble();
      case EXACT -> true;
    };
  }
}
