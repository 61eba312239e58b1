package dev.pitstop.commandline;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A `cli_command`: makes the words of a call from its arguments. A table in docs/cli.md says what
/// each kind of argument becomes at each kind of place. A value that was put in is never expanded
/// again. Immutable.
public final class Template {
  /// A program reads every word after this one as an operand.
  static final String OPERANDS = "--";

  /// One element, or two if a flag belongs to a place.
  ///
  /// @param source the element as written
  /// @param pieces none of them is a place if the element is the same in every call
  /// @param flag the element before it, if that is a flag and this one is a place and nothing else
  /// @param safe whether the word may begin with `-`
  record Element(String source, List<Piece> pieces, Optional<String> flag, boolean safe) {
    /// Whether it is a place and nothing else.
    boolean alone() {
      return pieces.size() == 1 && pieces.getFirst().place();
    }
  }

  /// @param text the text itself, or the name of the parameter at this place
  record Piece(String text, boolean place) {}

  /// The text that stands for an argument, or for one item of an array.
  ///
  /// @param number whether it is a number
  /// @param item whether it is an item of an array
  private record Text(String name, String text, boolean number, boolean item) {
    String subject() {
      return (item ? "An item of " : "") + quoted(name);
    }

    static Text of(String name, JsonElement one, boolean item) {
      boolean number = one instanceof JsonPrimitive p && p.isNumber();
      String text = one instanceof JsonPrimitive p ? p.getAsString() : one.toString();
      return new Text(name, number ? Values.plain(text) : text, number, item);
    }

    /// The text, if it can be a word of a command line or a part of one.
    String fitting() throws Refused {
      Optional<String> unfit = Values.unfit(text);
      if (unfit.isPresent()) {
        throw refused(subject(), unfit.get());
      }
      return text;
    }
  }

  private final List<Element> elements;

  private final int options;

  /// @param options how many elements come before the call's words
  Template(List<Element> elements, int options) {
    this.elements = List.copyOf(elements);
    this.options = options;
  }

  private static String quoted(String word) {
    return "`" + Values.shown(word, 100) + "`";
  }

  /// The parameters that have a place.
  Set<String> used() {
    return elements.stream()
        .flatMap(element -> element.pieces().stream())
        .filter(Piece::place)
        .map(Piece::text)
        .collect(Collectors.toSet());
  }

  /// The words of a call.
  ///
  /// @param values the arguments
  /// @param callWords follow the other words, or precede `--`
  List<String> words(JsonObject values, List<String> callWords) throws Refused {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      if (i == options) {
        words.addAll(callWords);
      }
      Element element = elements.get(i);
      if (element.alone()) {
        words.addAll(alone(element, values));
      } else {
        joined(element, values).ifPresent(words::add);
      }
    }
    if (options == elements.size()) {
      words.addAll(callWords);
    }
    return words;
  }

  private static List<String> alone(Element place, JsonObject values) throws Refused {
    String name = place.pieces().getFirst().text();
    if (place.flag().isPresent() && values.get(name) instanceof JsonPrimitive p && p.isBoolean()) {
      return p.getAsBoolean() ? List.of(place.flag().get()) : List.of();
    }
    List<String> words = new ArrayList<>();
    for (Text text : texts(name, values)) {
      boolean negative = text.number() && place.flag().isPresent();
      if (!place.safe() && !negative && text.text().startsWith("-")) {
        throw option(text.subject(), place);
      }
      place.flag().ifPresent(words::add);
      words.add(text.fitting());
    }
    return words;
  }

  private static Optional<String> joined(Element element, JsonObject values) throws Refused {
    StringBuilder word = new StringBuilder();
    for (Piece piece : element.pieces()) {
      if (!piece.place()) {
        word.append(piece.text());
        continue;
      }
      List<Text> texts = texts(piece.text(), values);
      if (texts.isEmpty()) {
        return Optional.empty();
      }
      for (int i = 0; i < texts.size(); i++) {
        Text text = texts.get(i);
        if (text.item() && text.text().indexOf(',') >= 0) {
          throw new Refused(
              text.subject()
                  + " contains a `,`, but the program gets all items in one word, separated by"
                  + " `,`. Nothing was run.");
        }
        word.append(i > 0 ? "," : "").append(text.fitting());
      }
    }
    String made = word.toString();
    if (!element.safe() && made.startsWith("-")) {
      throw option(quoted(element.pieces().getFirst().text()), element);
    }
    Optional<String> unfit = Values.unfit(made);
    if (unfit.isPresent()) {
      throw refused(quoted(element.source()), unfit.get());
    }
    return Optional.of(made);
  }

  /// The texts that stand for an argument: one, or one for each item of an array.
  private static List<Text> texts(String name, JsonObject values) {
    return switch (values.get(name)) {
      case null -> List.of();
      case JsonArray items ->
          items.asList().stream()
              .filter(item -> !item.isJsonNull())
              .map(item -> Text.of(name, item, true))
              .toList();
      case JsonElement value ->
          value.isJsonNull() ? List.of() : List.of(Text.of(name, value, false));
    };
  }

  /// The refusal of a text that cannot be a word of a command line.
  ///
  /// @param unfit why, as [Values#unfit] says it
  private static Refused refused(String subject, String unfit) {
    return new Refused(subject + " " + unfit + ". Nothing was run.");
  }

  /// The refusal of a value that begins with `-`.
  private static Refused option(String subject, Element element) {
    return new Refused(
        subject
            + " starts with `-`, so the program would read it as an option. Nothing was run. A file path"
            + " can start with `./` instead. "
            + mend(element));
  }

  /// What the program's author can do about it.
  private static String mend(Element element) {
    String made = element.source();
    String joined =
        element.flag().isPresent()
            ? "\"" + element.flag().get() + "=" + made + "\""
            : "an element such as \"--option=" + made + "\"";
    return "The author of the program can allow such values in `cli_command`: with "
        + Values.shown(joined, 200)
        + ", or with an element \"--\" before "
        + Values.shown("\"" + made + "\"", 200)
        + ".";
  }
}
