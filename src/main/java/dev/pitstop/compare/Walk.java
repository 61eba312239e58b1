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
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Walks two trees side by side and collects where they differ. Used once, by one thread.
final class Walk {
  /// So many differences are put into words.
  static final int FIRST = 5;

  /// The elements or lines of a longer list are not matched if their number differs.
  private static final int MOST_MATCHED = 10_000;

  /// What is nested deeper is compared by its text.
  private static final int DEEPEST = 64;

  private static final int SHOWN = 60; // characters

  private static final Place CONTENT = Place.of("content");

  final Set<Place> places = new LinkedHashSet<>(); // that differ
  final List<String> first = new ArrayList<>(); // of them, in words
  final Set<Place> leftOut = new LinkedHashSet<>();
  private final List<Place> noise;
  private final boolean whole;
  private final int most;
  private int count;

  /// @param noise where nothing counts
  /// @param whole whether arrays and texts of different length differ as a whole. Otherwise their
  ///   elements and lines are matched
  /// @param most after so many differences it ends
  Walk(List<Place> noise, boolean whole, int most) {
    this.noise = noise;
    this.whole = whole;
    this.most = most;
  }

  int count() {
    return count;
  }

  /// The values at a place differ.
  ///
  /// @param what for a person: `10 → 12`
  void differs(Place place, Supplier<String> what) {
    if (count == most || isLeftOut(place, () -> true)) {
      return;
    }
    count++;
    if (whole) {
      places.add(place);
    } else if (first.size() < FIRST) {
      first.add(place + ": " + what.get());
    }
  }

  private boolean isLeftOut(Place place, BooleanSupplier differs) {
    for (Place p : noise) {
      if (p.covers(place)) {
        if (differs.getAsBoolean()) {
          leftOut.add(p);
        }
        return true;
      }
    }
    return false;
  }

  /// Compares the values at a place.
  void compare(Place place, JsonElement was, JsonElement now) {
    if (count == most || isLeftOut(place, () -> !was.equals(now))) {
      return;
    }
    boolean deep = place.steps().size() > DEEPEST;
    if (!deep && was instanceof JsonObject one && now instanceof JsonObject two) {
      object(place, one, two);
    } else if (!deep && was instanceof JsonArray one && now instanceof JsonArray two) {
      array(place, one, two, false);
    } else if (isString(was) && isString(now)) {
      text(place, was.getAsString(), now.getAsString());
    } else if (!sameText(was, now)) {
      differs(place, () -> shown(was) + " → " + shown(now));
    }
  }

  private static boolean isString(JsonElement value) {
    return value instanceof JsonPrimitive p && p.isString();
  }

  /// Whether two values are written alike, or are the same number to a JSON library: `1.0` and
  /// `1e0` are.
  private static boolean sameText(JsonElement was, JsonElement now) {
    String one = was.toString();
    String two = now.toString();
    return one.equals(two)
        || (was instanceof JsonPrimitive p
            && now instanceof JsonPrimitive q
            && p.isNumber()
            && q.isNumber()
            && (isFraction(one) || isFraction(two))
            && p.getAsDouble() == q.getAsDouble());
  }

  private static boolean isFraction(String number) {
    return number.indexOf('.') >= 0 || number.indexOf('e') >= 0 || number.indexOf('E') >= 0;
  }

  /// A value in a few words, on one line.
  private static String shown(JsonElement value) {
    return Words.cutClose(
        isString(value)
            ? Json.quote(Words.cutClose(value.getAsString(), 2 * SHOWN))
            : value.toString(),
        SHOWN);
  }

  private void added(Place place, JsonElement value) {
    differs(place, () -> "added " + shown(value));
  }

  private void removed(Place place, JsonElement value) {
    differs(place, () -> "removed " + shown(value));
  }

  private void object(Place place, JsonObject was, JsonObject now) {
    was.asMap()
        .forEach((name, value) -> {
          if (now.has(name)) {
            compare(place.key(name), value, now.get(name));
          } else {
            removed(place.key(name), value);
          }
        });
    now.asMap()
        .forEach((name, value) -> {
          if (!was.has(name)) {
            added(place.key(name), value);
          }
        });
  }

  /// Compares element by element. If the number differs, it first matches what the lists begin and
  /// end with.
  ///
  /// @param lines whether the elements are the lines of a text
  private void array(Place place, JsonArray was, JsonArray now, boolean lines) {
    int longer = Math.max(was.size(), now.size());
    int begin = 0;
    int end = 0;
    if (was.size() != now.size()) {
      if (whole || longer > MOST_MATCHED) {
        String what = Words.groupedCount(was.size(), lines ? "line" : "element");
        differs(place, () -> what + " → " + Words.grouped(now.size()));
        return;
      }
      int shorter = Math.min(was.size(), now.size());
      while (begin < shorter && was.get(begin).equals(now.get(begin))) {
        begin++;
      }
      while (end < shorter - begin
          && was.get(was.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
        end++;
      }
    }
    for (int i = begin; i < longer - end && count < most; i++) {
      Place here = at(place, i, lines);
      if (i >= was.size() - end) {
        added(here, now.get(i));
      } else if (i >= now.size() - end) {
        removed(here, was.get(i));
      } else {
        compare(here, was.get(i), now.get(i));
      }
    }
  }

  private static Place at(Place place, int i, boolean lines) {
    return lines ? place.line(i + 1) : place.index(i);
  }

  private void text(Place place, String was, String now) {
    if (was.equals(now)) {
      return;
    }
    if (isBlockText(place)) {
      Optional<JsonElement> one = json(was);
      Optional<JsonElement> two = json(now);
      if (one.isPresent() && two.isPresent()) {
        compare(place, one.get(), two.get());
        return;
      }
    }
    if (was.indexOf('\n') < 0 && now.indexOf('\n') < 0) {
      int from = Math.max(0, was.length() > SHOWN ? mismatch(was, now) - SHOWN / 2 : 0);
      differs(place, () -> from(was, from) + " → " + from(now, from));
    } else {
      array(place, lines(was), lines(now), true);
    }
  }

  private static int mismatch(String was, String now) {
    return Arrays.mismatch(was.toCharArray(), now.toCharArray());
  }

  /// A text in a few words, from a little before the first difference.
  private static String from(String text, int from) {
    return (from > 0 ? "… " : "") + shown(new JsonPrimitive(text.substring(from)));
  }

  /// Whether the place is `content[N].text` or `content[N].resource.text`.
  private static boolean isBlockText(Place place) {
    int depth = place.steps().size();
    return CONTENT.covers(place)
        && (depth == 3 || (depth == 4 && place.steps().get(2).equals(".resource")))
        && place.steps().getLast().equals(".text");
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
