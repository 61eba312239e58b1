package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A number that JSON does not have and that many libraries write: Python's `json`, for one.
///
/// @param word `NaN`, `Infinity` or `-Infinity`
/// @param place where it is, such as `rows[2].price`
record NoNumber(String word, String place) {
  private static final List<String> WORDS = List.of("NaN", "-Infinity", "Infinity");

  /// The first one of an output that would otherwise be one JSON object.
  static Optional<NoNumber> first(byte[] output) {
    byte[] b = output.clone();
    boolean string = false;
    int at = -1;
    String first = "";
    for (int i = 0; i < b.length; i++) {
      if (string && b[i] == '\\') {
        i++;
      } else if (b[i] == '"') {
        string = !string;
      } else if (!string) {
        String word = word(b, i);
        if (!word.isEmpty()) {
          Arrays.fill(b, i, i + word.length(), (byte) ' ');
          b[i] = '0';
          first = at < 0 ? word : first;
          at = at < 0 ? i : at;
        }
      }
    }
    Optional<Span> root =
        at < 0 ? Optional.empty() : Json.validate(b).filter(r -> Json.isObject(b, r));
    if (root.isEmpty() || Values.depth(b, 0, b.length) > Values.DEEPEST) {
      return Optional.empty();
    }
    return Optional.of(new NoNumber(first, place(b, root.get(), at)));
  }

  private static String word(byte[] b, int at) {
    for (String word : WORDS) {
      int to = at + word.length();
      if (to <= b.length
          && word.charAt(0) == b[at]
          && word.equals(new String(b, at, word.length(), StandardCharsets.ISO_8859_1))) {
        return word;
      }
    }
    return "";
  }

  private static String place(byte[] b, Span root, int offset) {
    StringBuilder place = new StringBuilder();
    Span[] at = {root};
    while (at[0].from() != offset) {
      Span in = at[0];
      int i = 0;
      for (Span item : Json.elements(b, in)) {
        if (item.from() <= offset && offset < item.to()) {
          place.append('[').append(i).append(']');
          at[0] = item;
        }
        i++;
      }
      Json.members(
          b,
          in,
          (key, value) -> {
            if (value.from() <= offset && offset < value.to()) {
              place
                  .append(place.isEmpty() ? "" : ".")
                  .append(Values.shown(Json.string(b, key), 100));
              at[0] = value;
            }
          });
    }
    return place.toString();
  }
}
