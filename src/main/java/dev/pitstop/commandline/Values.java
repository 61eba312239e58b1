package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;

/// Compares JSON values the way JSON Schema does. Stateless.
final class Values {
  /// A longer number is not parsed: arithmetic with it could take very long.
  private static final int MOST_DIGITS = 40;

  private Values() {}

  /// The value of a number; empty if it is not a number, or too long to be parsed.
  static Optional<BigDecimal> number(byte[] b, Span value) {
    if (!Json.isNumber(b, value) || value.length() > MOST_DIGITS) {
      return Optional.empty();
    }
    try {
      BigDecimal n = new BigDecimal(value.text(b));
      // a zero has a scale, too: 0e9 is 0
      return Optional.of(n.signum() == 0 ? BigDecimal.ZERO : n.stripTrailingZeros());
    } catch (ArithmeticException | NumberFormatException beyondAnyExponent) {
      return Optional.empty();
    }
  }

  /// Whether a value has a type of JSON Schema. A number that is too long to be parsed counts as an
  /// integer.
  static boolean is(String type, byte[] b, Span value) {
    return switch (type) {
      case "string" -> Json.isString(b, value);
      case "number" -> Json.isNumber(b, value);
      case "integer" ->
          Json.isNumber(b, value) && number(b, value).map(n -> n.scale() <= 0).orElse(true);
      case "boolean" -> Json.isTrue(b, value) || Raw.isFalse(b, value);
      case "array" -> Json.isArray(b, value);
      case "object" -> Json.isObject(b, value);
      case "null" -> Raw.isNull(b, value);
      default -> false;
    };
  }

  /// A text that is the same for values that JSON Schema calls equal: `1` and `1.0`, a letter and
  /// its escape, objects whose members have another order.
  static String canonical(byte[] b, Span value) {
    if (Json.isString(b, value)) {
      return Json.quote(Json.string(b, value));
    }
    if (Json.isArray(b, value)) {
      StringJoiner all = new StringJoiner(",", "[", "]");
      for (Span item : Json.elements(b, value)) {
        all.add(canonical(b, item));
      }
      return all.toString();
    }
    if (Json.isObject(b, value)) {
      Map<String, String> members = new TreeMap<>();
      Json.members(b, value, (key, v) -> members.put(Json.string(b, key), canonical(b, v)));
      StringJoiner all = new StringJoiner(",", "{", "}");
      members.forEach((key, v) -> all.add(Json.quote(key) + ":" + v));
      return all.toString();
    }
    return number(b, value).map(BigDecimal::toString).orElseGet(() -> value.text(b));
  }
}
