package dev.pitstop.commandline;

import dev.pitstop.catalog.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a `cli_command`, and finds its mistakes. Stateless.
final class TemplateReader {
  /// Any `{` with a `}` after it; what is between them is the group.
  private static final Pattern BRACE = Pattern.compile("[{](?=([^}]*)[}])");

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
    for (Matcher brace = BRACE.matcher(word); brace.find(); ) {
      String name = brace.group(1);
      boolean outside = brace.start() >= plain; // and not within a name
      if (outside && !name.isEmpty() && names.contains(name)) {
        if (brace.start() > plain) {
          pieces.add(new Template.Piece(word.substring(plain, brace.start()), false));
        }
        pieces.add(new Template.Piece(name, true));
        plain = brace.end(1) + 1;
      } else if (outside && name.matches(IDENTIFIER)) {
        fault.accept(unknown(name, names));
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
