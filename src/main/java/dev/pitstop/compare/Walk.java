package dev.pitstop.compare;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Walks two trees side by side and collects where they differ: the places, and the first of them
/// in words. Used once, by one thread.
final class Walk {
  /// So many differences are put into words.
  static final int FIRST = 5;

  /// After so many differences it ends.
  static final int MOST = 10_000;

  private static final int SHOWN = 60; // characters
  private static final Pattern FRACTION = Pattern.compile("[.eE]");
  private static final Pattern BLOCK_TEXT = Pattern.compile("content\\[\\d+](\\.resource)?\\.text");

  final Set<String> places = new LinkedHashSet<>();
  final List<String> first = new ArrayList<>();
  final Set<String> leftOut = new LinkedHashSet<>();
  private final Noise noise;

  Walk(Noise noise) {
    this.noise = noise;
  }

  /// The values at a place differ.
  ///
  /// @param what for a person: `10 → 12`
  void differs(String place, Supplier<String> what) {
    if (places.size() == MOST) {
      return;
    }
    if (first.size() < FIRST) {
      first.add((place.isEmpty() ? "everything" : place) + ": " + what.get());
    }
    places.add(place);
  }

  /// Compares the values at a place.
  void compare(String place, JsonElement was, JsonElement now) {
    if (places.size() == MOST) {
      return;
    }
    if (noise.covers(place)) {
      if (!was.equals(now)) {
        leftOut.add(place);
      }
    } else if (was instanceof JsonObject one && now instanceof JsonObject two) {
      Set<String> names = new LinkedHashSet<>(one.keySet());
      names.addAll(two.keySet());
      names.forEach(n -> member(Noise.key(place, n), child(one, n), child(two, n)));
    } else if (was instanceof JsonArray one && now instanceof JsonArray two) {
      list(place, one, two, "[%d]", 0, "element");
    } else if (isString(was) && isString(now)) {
      text(place, was.getAsString(), now.getAsString());
    } else if (!isSame(was, now)) {
      differs(place, () -> shown(was) + " → " + shown(now));
    }
  }

  private static Optional<JsonElement> child(JsonObject object, String name) {
    return Optional.ofNullable(object.get(name));
  }

  private void member(String place, Optional<JsonElement> was, Optional<JsonElement> now) {
    if (was.isPresent() && now.isPresent()) {
      compare(place, was.get(), now.get());
    } else if (noise.covers(place)) {
      leftOut.add(place);
    } else {
      differs(place, () -> change(was, now));
    }
  }

  /// `10 → 12`, `added 12` or `removed 10`.
  private static String change(Optional<JsonElement> was, Optional<JsonElement> now) {
    return was.isEmpty()
        ? "added " + shown(now.orElseThrow())
        : now.isEmpty()
            ? "removed " + shown(was.get())
            : shown(was.get()) + " → " + shown(now.get());
  }

  private static boolean isString(JsonElement value) {
    return value instanceof JsonPrimitive p && p.isString();
  }

  /// Whether two values are written alike, or are the same number to a JSON library: `1.0` and
  /// `1e0` are. Large integers are compared digit by digit.
  private static boolean isSame(JsonElement was, JsonElement now) {
    String one = was.toString();
    String two = now.toString();
    return one.equals(two)
        || (was instanceof JsonPrimitive p
            && now instanceof JsonPrimitive q
            && p.isNumber()
            && q.isNumber()
            && FRACTION.matcher(one + two).find()
            && p.getAsDouble() == q.getAsDouble());
  }

  /// A value in a few words, on one line.
  private static String shown(JsonElement value) {
    return Words.cutClose(
        isString(value)
            ? Json.quote(Words.cutClose(value.getAsString(), 2 * SHOWN))
            : value.toString(),
        SHOWN);
  }

  /// Compares lists of the same length element by element. Those of different length differ as a
  /// whole.
  ///
  /// @param step to an element, in a place
  /// @param begin the number of the first one
  private void list(
      String place, JsonArray was, JsonArray now, String step, int begin, String unit) {
    if (was.size() == now.size()) {
      for (int i = 0; i < was.size(); i++) {
        compare(place + step.formatted(i + begin), was.get(i), now.get(i));
      }
      return;
    }
    differs(
        place,
        () -> {
          int at = 0;
          while (at < Math.min(was.size(), now.size())
              && isEqual(place + step.formatted(at + begin), was.get(at), now.get(at))) {
            at++;
          }
          return "%s → %s (%s: %s)"
              .formatted(
                  Words.groupedCount(was.size(), unit),
                  Words.grouped(now.size()),
                  step.formatted(at + begin).strip(),
                  change(at(was, at), at(now, at)));
        });
  }

  private boolean isEqual(String place, JsonElement was, JsonElement now) {
    Walk inside = new Walk(noise);
    inside.compare(place, was, now);
    return inside.places.isEmpty();
  }

  private static Optional<JsonElement> at(JsonArray list, int i) {
    return i < list.size() ? Optional.of(list.get(i)) : Optional.empty();
  }

  private void text(String place, String was, String now) {
    if (was.equals(now)) {
      return;
    }
    if (BLOCK_TEXT.matcher(place).matches()) {
      Optional<JsonElement> one = json(was);
      Optional<JsonElement> two = json(now);
      if (one.isPresent() && two.isPresent()) {
        compare(place, one.get(), two.get());
        return;
      }
    }
    if (was.indexOf('\n') < 0 && now.indexOf('\n') < 0) {
      int from = was.length() > SHOWN ? Math.max(0, mismatch(was, now) - SHOWN / 2) : 0;
      differs(place, () -> from(was, from) + " → " + from(now, from));
    } else {
      list(place, lines(was), lines(now), " line %d", 1, "line");
    }
  }

  private static int mismatch(String was, String now) {
    return Arrays.mismatch(was.toCharArray(), now.toCharArray());
  }

  /// A text in a few words, from a little before the first difference.
  private static String from(String text, int from) {
    return (from > 0 ? "… " : "") + shown(new JsonPrimitive(text.substring(from)));
  }

  /// The object or array that a text is.
  private static Optional<JsonElement> json(String text) {
    String begin = text.stripLeading();
    return (begin.startsWith("{") || begin.startsWith("["))
            && Json.validate(text.getBytes(StandardCharsets.UTF_8)).isPresent()
        ? Optional.of(Listing.tree(text))
        : Optional.empty();
  }

  private static JsonArray lines(String text) {
    JsonArray lines = new JsonArray();
    for (String line : text.split("\n", -1)) {
      lines.add(line);
    }
    return lines;
  }
}
