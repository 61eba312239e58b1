package dev.pitstop.commandline;

import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A `cli_command`: makes the words of a call from its arguments. The table on the design page
/// (docs/design/command-line-tools.md) says what each kind of argument becomes at each kind of
/// place. A value that was put in is never expanded again. Immutable.
public final class Template {
  /// A program reads every word after this one as an operand.
  private static final String OPERANDS = "--";

  /// One element, or two if a flag belongs to a place.
  private sealed interface Element {
    /// @param word the word itself
    record Literal(String word) implements Element {}

    /// An element that is a place and nothing else.
    ///
    /// @param flag the element before it, if that is a flag
    /// @param safe whether a value may begin with `-`
    record Alone(String name, Optional<String> flag, boolean safe) implements Element {}

    /// An element with a place and other text, or with several places.
    ///
    /// @param source the element as written
    /// @param safe whether a value may begin with `-`
    record Inside(String source, List<Piece> pieces, boolean safe) implements Element {}
  }

  /// @param text the text itself, or the name of the parameter at this place
  private record Piece(String text, boolean place) {}

  private final List<Element> elements;

  /// How many elements come before the call's words.
  private final int options;

  private Template(List<Element> elements, int options) {
    this.elements = List.copyOf(elements);
    this.options = options;
  }

  /// Reads a template. If `fault` was called, the returned template must not be used.
  ///
  /// @param words at least one
  /// @param names of the tool's parameters
  /// @param fault receives each mistake: a clause whose subject is the template
  static Template read(List<String> words, Set<String> names, Consumer<String> fault) {
    List<Element> elements = new ArrayList<>();
    int options = -1;
    Optional<String> flag = Optional.empty(); // the element before, if it is a flag
    for (String word : words) {
      List<Piece> pieces = pieces(word, names, fault);
      boolean behind = options >= 0;
      if (pieces.stream().noneMatch(Piece::place)) {
        if (word.equals(OPERANDS) && !behind) {
          options = elements.size();
        }
        elements.add(new Element.Literal(word));
        flag = isFlag(word) ? Optional.of(word) : Optional.empty();
      } else {
        if (pieces.size() > 1) {
          elements.add(new Element.Inside(word, pieces, behind || !pieces.getFirst().place()));
        } else {
          if (flag.isPresent()) {
            elements.removeLast();
          }
          elements.add(new Element.Alone(pieces.getFirst().text(), flag, behind));
        }
        flag = Optional.empty();
      }
    }
    return new Template(elements, options < 0 ? elements.size() : options);
  }

  /// Whether an element without a place is a flag. `-` is stdin for many programs, and `-5` is a
  /// number.
  private static boolean isFlag(String word) {
    return word.length() > 1
        && word.startsWith("-")
        && word.indexOf('=') < 0
        && !word.equals(OPERANDS)
        && !Character.isDigit(word.charAt(1))
        && word.charAt(1) != '.';
  }

  /// The pieces of an element. `{` begins a place if the name of a parameter and `}` follow.
  private static List<Piece> pieces(String word, Set<String> names, Consumer<String> fault) {
    List<Piece> pieces = new ArrayList<>();
    int plain = 0;
    int i = word.indexOf('{');
    while (i >= 0) {
      int end = word.indexOf('}', i);
      if (end < 0) {
        break;
      }
      String name = word.substring(i + 1, end);
      if (!name.isEmpty() && names.contains(name)) {
        if (i > plain) {
          pieces.add(new Piece(word.substring(plain, i), false));
        }
        pieces.add(new Piece(name, true));
        plain = end + 1;
        i = word.indexOf('{', plain);
      } else {
        if (isIdentifier(name)) {
          fault.accept(unknown(name, names));
        }
        i = word.indexOf('{', i + 1);
      }
    }
    if (plain < word.length() || pieces.isEmpty()) {
      pieces.add(new Piece(word.substring(plain), false));
    }
    return pieces;
  }

  /// Whether a name looks as if a parameter was meant: a letter or `_`, then also digits and `-`.
  private static boolean isIdentifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = Character.isLetter(c) || c == '_';
      if (!letter && (i == 0 || (c != '-' && !Character.isDigit(c)))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static String unknown(String name, Set<String> names) {
    return "uses `{"
        + Values.shown(name, 100)
        + "}`, but the tool has no such parameter"
        + Near.name(name, names).map(near -> "; did you mean `{" + near + "}`?").orElse("");
  }

  private static String quoted(String word) {
    return "`" + Values.shown(word, 100) + "`";
  }

  /// The parameters that have a place.
  Set<String> used() {
    Set<String> used = new TreeSet<>();
    for (Element element : elements) {
      switch (element) {
        case Element.Literal literal -> {}
        case Element.Alone alone -> used.add(alone.name());
        case Element.Inside inside ->
            inside.pieces().stream().filter(Piece::place).map(Piece::text).forEach(used::add);
      }
    }
    return used;
  }

  /// The words of any call, with the places as they are written.
  List<String> shown(List<String> callWords) {
    List<String> words = new ArrayList<>();
    for (Element element : elements) {
      switch (element) {
        case Element.Literal literal -> words.add(literal.word());
        case Element.Alone alone -> {
          alone.flag().ifPresent(words::add);
          words.add("{" + alone.name() + "}");
        }
        case Element.Inside inside -> words.add(inside.source());
      }
    }
    int behind = elements.size() - options;
    int at = behind == 0 ? words.size() : words.indexOf(OPERANDS);
    words.addAll(at, callWords);
    return words;
  }

  /// The words of a call.
  ///
  /// @param values the ranges of the arguments, without `null` values
  /// @param message contains them; their bytes are UTF-8
  /// @param callWords follow the other words, or precede `--`
  List<String> words(byte[] message, Map<String, Span> values, List<String> callWords)
      throws Refused {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      if (i == options) {
        words.addAll(callWords);
      }
      switch (elements.get(i)) {
        case Element.Literal literal -> words.add(literal.word());
        case Element.Alone alone -> {
          Span value = values.get(alone.name());
          if (value != null) {
            words.addAll(words(alone, new Argument(alone.name(), message, value)));
          }
        }
        case Element.Inside inside -> word(inside, message, values).ifPresent(words::add);
      }
    }
    if (options == elements.size()) {
      words.addAll(callWords);
    }
    return words;
  }

  private static List<String> words(Element.Alone place, Argument argument) throws Refused {
    if (place.flag().isPresent() && argument.isBoolean()) {
      return argument.isTrue() ? List.of(place.flag().get()) : List.of();
    }
    List<String> words = new ArrayList<>();
    for (Argument.Text text : argument.texts()) {
      boolean negative = text.number() && place.flag().isPresent();
      if (!place.safe() && !negative && text.text().startsWith("-")) {
        throw new Refused(option(text, place));
      }
      place.flag().ifPresent(words::add);
      words.add(text.fitting());
    }
    return words;
  }

  private static Optional<String> word(
      Element.Inside element, byte[] message, Map<String, Span> values) throws Refused {
    StringBuilder word = new StringBuilder();
    for (Piece piece : element.pieces()) {
      if (!piece.place()) {
        word.append(piece.text());
        continue;
      }
      Span value = values.get(piece.text());
      if (value == null) {
        return Optional.empty();
      }
      List<Argument.Text> texts = new Argument(piece.text(), message, value).texts();
      if (texts.isEmpty()) {
        return Optional.empty();
      }
      for (int i = 0; i < texts.size(); i++) {
        Argument.Text text = texts.get(i);
        if (!element.safe() && !text.number() && text.text().startsWith("-")) {
          throw new Refused(option(text, element));
        }
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
    if (!element.safe() && made.startsWith("-")) { // a negative number in front
      throw new Refused(
          quoted(element.source())
              + " would become "
              + quoted(made)
              + ", which the program would read as an option. Nothing was run. "
              + mend(element));
    }
    Optional<String> unfit = Argument.unfit(made);
    if (unfit.isPresent()) {
      throw Argument.refused(
          names(element) + ", with the text around it in `cli_command`,", unfit.get());
    }
    return Optional.of(made);
  }

  private static String names(Element.Inside element) {
    return element.pieces().stream()
        .filter(Piece::place)
        .map(piece -> "`" + Values.shown(piece.text(), 100) + "`")
        .collect(Collectors.joining(" and "));
  }

  /// Why a value is refused that begins with `-`.
  private static String option(Argument.Text text, Element element) {
    return text.subject()
        + " starts with `-`, so the program would read it as an option. Nothing was run. A file path"
        + " can start with `./` instead. "
        + mend(element);
  }

  /// What the program's author can do about it.
  private static String mend(Element element) {
    String made =
        switch (element) {
          case Element.Literal literal -> literal.word();
          case Element.Inside inside -> inside.source();
          case Element.Alone alone -> "{" + alone.name() + "}";
        };
    String joined =
        element instanceof Element.Alone alone && alone.flag().isPresent()
            ? "\"" + alone.flag().get() + "=" + made + "\""
            : "an element such as \"--option=" + made + "\"";
    return "The author of the program can allow such values in `cli_command`: with "
        + Values.shown(joined, 200)
        + ", or with an element \"--\" before "
        + Values.shown("\"" + made + "\"", 200)
        + ".";
  }
}
