package dev.pitstop.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a value is in an answer: `structuredContent.items[2].price`, `content[0].text line 3`. A
/// step may be a `*`, which stands for any key, index or line. The names of a place are those of
/// the result's members, or `error` and those below it. Immutable.
///
/// @param steps from the outside in
public record Place(List<Step> steps) {
  /// The whole answer.
  public static final Place ALL = new Place(List.of());

  public Place {
    steps = List.copyOf(steps);
  }

  /// One step of a place.
  public sealed interface Step {
    /// A member of an object.
    record Key(String name) implements Step {}

    /// An element of an array, from 0.
    record Index(int number) implements Step {}

    /// A line of a text, from 1.
    record TextLine(int number) implements Step {}

    /// Any of these.
    record Any() implements Step {}
  }

  static Place of(String key) {
    return ALL.key(key);
  }

  Place key(String name) {
    return and(new Step.Key(name));
  }

  Place index(int number) {
    return and(new Step.Index(number));
  }

  Place line(int number) {
    return and(new Step.TextLine(number));
  }

  private Place and(Step step) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(step);
    return new Place(longer);
  }

  /// Whether the other place is this one or is inside it.
  public boolean covers(Place other) {
    if (steps.size() > other.steps.size()) {
      return false;
    }
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (!(step instanceof Step.Any) && !step.equals(other.steps.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// The same place in any element of each array, and in any line.
  Place anyIndex() {
    List<Step> any = new ArrayList<>();
    for (Step step : steps) {
      any.add(step instanceof Step.Key ? step : new Step.Any());
    }
    return new Place(any);
  }

  /// The outermost steps of the place.
  Place outer(int most) {
    return new Place(steps.subList(0, Math.min(most, steps.size())));
  }

  /// The place that a text means; empty if it means none.
  public static Optional<Place> parse(String text) {
    return new Reader(text).place();
  }

  /// As [#parse] reads it.
  @Override
  public String toString() {
    if (steps.isEmpty()) {
      return "everything";
    }
    StringBuilder out = new StringBuilder();
    for (Step step : steps) {
      switch (step) {
        case Step.Key k when plain(k.name()) ->
            out.append(out.isEmpty() ? "" : ".").append(k.name());
        case Step.Key k ->
            out.append("[\"")
                .append(k.name().replace("\\", "\\\\").replace("\"", "\\\""))
                .append("\"]");
        case Step.Index i -> out.append('[').append(i.number()).append(']');
        case Step.TextLine l -> out.append(" line ").append(l.number());
        case Step.Any a -> out.append(out.isEmpty() ? "*" : "[*]");
      }
    }
    return out.toString();
  }

  private static boolean plain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isNameCharacter(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || "_-$/:@".indexOf(c) >= 0;
  }

  /// Reads a place from a text.
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    Optional<Place> place() {
      List<Step> steps = new ArrayList<>();
      while (at < text.length()) {
        Optional<Step> step = step(steps.isEmpty());
        if (step.isEmpty()) {
          return Optional.empty();
        }
        steps.add(step.get());
      }
      return steps.isEmpty() ? Optional.empty() : Optional.of(new Place(steps));
    }

    private Optional<Step> step(boolean first) {
      if (takes("[*]")) {
        return Optional.of(new Step.Any());
      }
      if (takes("[\"")) {
        return quotedKey();
      }
      if (takes("[")) {
        Optional<Integer> number = number();
        return takes("]") ? number.map(Step.Index::new) : Optional.empty();
      }
      if (takes(" line *")) {
        return Optional.of(new Step.Any());
      }
      if (takes(" line ")) {
        return number().map(Step.TextLine::new);
      }
      if (!first && !takes(".")) {
        return Optional.empty();
      }
      if (takes("*")) {
        return Optional.of(new Step.Any());
      }
      int from = at;
      while (at < text.length() && isNameCharacter(text.charAt(at))) {
        at++;
      }
      return at > from ? Optional.of(new Step.Key(text.substring(from, at))) : Optional.empty();
    }

    private Optional<Step> quotedKey() {
      StringBuilder name = new StringBuilder();
      while (at < text.length() && text.charAt(at) != '"') {
        at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
        name.append(text.charAt(at++));
      }
      return takes("\"]") ? Optional.of(new Step.Key(name.toString())) : Optional.empty();
    }

    private Optional<Integer> number() {
      int from = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      return at > from && at - from < 10
          ? Optional.of(Integer.parseInt(text.substring(from, at)))
          : Optional.empty();
    }

    private boolean takes(String word) {
      boolean here = text.startsWith(word, at);
      at += here ? word.length() : 0;
      return here;
    }
  }
}
