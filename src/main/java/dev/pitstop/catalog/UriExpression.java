package dev.pitstop.catalog;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The text between `{` and `}` in a template: an operator, and names with their modifiers (RFC
/// 6570, 2.2 to 2.4).
final class UriExpression {
  private static final String OPERATORS = "+#./;?&";

  private UriExpression() {}

  /// The parts that match it; empty if it is not an expression.
  static List<UriPart> parts(String inside) {
    boolean plain = inside.isEmpty() || OPERATORS.indexOf(inside.charAt(0)) < 0;
    List<String> names = new ArrayList<>();
    boolean exploded = false;
    for (String variable : (plain ? inside : inside.substring(1)).split(",", -1)) {
      exploded |= variable.endsWith("*");
      String name = withoutModifier(variable);
      if (!isName(name)) {
        return List.of();
      }
      names.add(UriForm.normal(name));
    }
    return plain
        ? List.of(new UriPart.Run("", exploded ? "?#" : "/?#"))
        : parts(inside.charAt(0), names, exploded);
  }

  private static List<UriPart> parts(char operator, List<String> names, boolean exploded) {
    return switch (operator) {
      case '+' -> List.of(new UriPart.Run("", ""));
      case '#' -> List.of(new UriPart.Run("#", ""));
      case '.' -> List.of(new UriPart.Run(".", "/?#"));
      case '/' ->
          exploded
              ? List.of(new UriPart.Run("/", "?#"))
              : Collections.nCopies(names.size(), new UriPart.Run("/", "/?#"));
      case ';' -> List.of(new UriPart.Pairs(';', ';', ";/?#", names, exploded));
      case '?' -> List.of(new UriPart.Pairs('?', '&', "&#", names, exploded));
      default -> List.of(new UriPart.Pairs('&', '&', "&#", names, exploded));
    };
  }

  private static String withoutModifier(String variable) {
    if (variable.endsWith("*")) {
      return variable.substring(0, variable.length() - 1);
    }
    int colon = variable.indexOf(':');
    boolean limit = colon >= 0 && Words.isNumber(variable.substring(colon + 1), 4);
    return limit ? variable.substring(0, colon) : variable;
  }

  /// A little wider than the RFC, which allows neither `-` nor letters beyond ASCII.
  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_-.%".indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
