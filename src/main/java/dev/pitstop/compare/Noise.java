package dev.pitstop.compare;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The places in an answer that do not count, such as a time: `structuredContent.items[2].price`,
/// `content[0].text line 3`. Their names begin with a member of the result, or with `error`. What
/// is inside such a place does not count either. Immutable.
///
/// @param places as a comparison names them
/// @param ignored what a person named
public record Noise(Set<String> places, List<Pattern> ignored) {
  public static final Noise NONE = new Noise(Set.of(), List.of());

  private static final String PLAIN = "[\\p{L}\\p{Nd}_$/:@-]+";
  private static final Pattern PLAIN_NAME = Pattern.compile(PLAIN);
  private static final String STEP =
      "\\." + PLAIN + "|\\[\"(?:[^\"\\\\]|\\\\.)*\"]|\\[\\d{1,9}]| line \\d{1,9}";
  private static final Pattern STEPS =
      Pattern.compile("\\G(?:(" + STEP + ")|\\.\\*|\\[\\*]| line \\*)");

  /// What differs between two answers that the same build gave to the same call. A list or a text
  /// whose length differs is noise as a whole.
  public static Noise between(Message.Response first, Message.Response second) {
    Walk walk = new Walk(NONE);
    Answers.walk(first, second, walk);
    return new Noise(walk.places, List.of());
  }

  /// These places and what a person named.
  public Noise and(Noise other) {
    return new Noise(places, other.ignored);
  }

  /// What a person named.
  public static Noise of(List<Pattern> ignored) {
    return new Noise(Set.of(), ignored);
  }

  /// The places that a path means, in which `*` stands for any key, index or line; empty if it is
  /// no path.
  public static Optional<Pattern> path(String text) {
    String whole = text.startsWith("[") ? text : "." + text;
    Matcher step = STEPS.matcher(whole);
    StringBuilder places = new StringBuilder();
    int end = 0;
    while (step.find()) {
      places.append(step.start(1) < 0 ? "(?:" + STEP + ")" : Pattern.quote(step.group(1)));
      end = step.end();
    }
    return end == 0 || end < whole.length()
        ? Optional.empty()
        : Optional.of(Pattern.compile(places.toString()));
  }

  /// Whether nothing counts at this place. What is inside it is not asked for.
  boolean covers(String place) {
    String whole = place.startsWith("[") ? place : "." + place;
    return places.contains(place) || ignored.stream().anyMatch(p -> p.matcher(whole).matches());
  }

  /// The place of a member of what is at a place.
  static String key(String place, String name) {
    String step = PLAIN_NAME.matcher(name).matches() ? "." + name : "[" + Json.quote(name) + "]";
    return place.isEmpty() && step.startsWith(".") ? name : place + step;
  }
}
