package dev.pitstop.commandline;

import dev.pitstop.catalog.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Reads a `cli_command`, and finds its mistakes. Stateless.
final class TemplateReader {
  /// A name that looks as if a parameter was meant.
  private static final String IDENTIFIER = "[\\p{L}_][\\p{L}\\p{Nd}_-]*";

  private TemplateReader() {}

  /// Reads a template. If `fault` was called, the returned template must not be used.
  ///
  /// @param words at least one
  /// @param names of the tool's parameters
  /// @param fault receives each mistake: a clause whose subject is the template
  static Template read(List<String> words, Set<String> names, Consumer<String> fault) {
    List<Template.Element> elements = new ArrayList<>();
    int options = -1;
    Optional<String> flag = Optional.empty(); // the element before, if it is a flag
    for (String word : words) {
      List<Template.Piece> pieces = pieces(word, names, fault);
      boolean behind = options >= 0;
      boolean literal = pieces.stream().noneMatch(Template.Piece::place);
      boolean alone = !literal && pieces.size() == 1;
      if (literal && word.equals(Template.OPERANDS) && !behind) {
        options = elements.size();
      }
      if (alone && flag.isPresent()) {
        elements.removeLast();
      }
      boolean safe = behind || !pieces.getFirst().place();
      elements.add(new Template.Element(word, pieces, alone ? flag : Optional.empty(), safe));
      flag = literal && isFlag(word) ? Optional.of(word) : Optional.empty();
    }
    return new Template(elements, options < 0 ? elements.size() : options);
  }

  /// Whether an element without a place is a flag. `-` is stdin for many programs, and `-5` is a
  /// number.
  private static boolean isFlag(String word) {
    return word.length() > 1
        && word.startsWith("-")
        && word.indexOf('=') < 0
        && !word.equals(Template.OPERANDS)
        && !Character.isDigit(word.charAt(1))
        && word.charAt(1) != '.';
  }

  /// The pieces of an element. `{` begins a place if the name of a parameter and `}` follow.
  private static List<Template.Piece> pieces(
      String word, Set<String> names, Consumer<String> fault) {
    List<Template.Piece> pieces = new ArrayList<>();
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
          pieces.add(new Template.Piece(word.substring(plain, i), false));
        }
        pieces.add(new Template.Piece(name, true));
        plain = end + 1;
        i = word.indexOf('{', plain);
      } else {
        if (name.matches(IDENTIFIER)) {
          fault.accept(unknown(name, names));
        }
        i = word.indexOf('{', i + 1);
      }
    }
    if (plain < word.length() || pieces.isEmpty()) {
      pieces.add(new Template.Piece(word.substring(plain), false));
    }
    return pieces;
  }

  private static String unknown(String name, Set<String> names) {
    return "uses `{"
        + Values.shown(name, 100)
        + "}`, but the tool has no such parameter"
        + Nearest.name(name, names).map(near -> "; did you mean `{" + near + "}`?").orElse("");
  }
}
