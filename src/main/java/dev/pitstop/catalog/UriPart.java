package dev.pitstop.catalog;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A piece of a [UriTemplate]. It maps the positions of a URI where the piece may begin to those
/// where it may end, in one pass over the URI.
sealed interface UriPart {
  /// @param starts for each position of the URI, including its end, whether this part may begin
  ///   there; not changed
  /// @return the same for its ends
  boolean[] ends(String uri, boolean[] starts);

  record Literal(String text) implements UriPart {
    @Override
    public boolean[] ends(String uri, boolean[] starts) {
      boolean[] ends = new boolean[starts.length];
      for (int i = 0; i + text.length() <= uri.length(); i++) {
        if (starts[i] && uri.startsWith(text, i)) {
          ends[i + text.length()] = true;
        }
      }
      return ends;
    }
  }

  /// A run of any characters except the stops.
  ///
  /// @param first the character that it begins with; the whole part is then optional. Without it,
  ///   the part has at least one character
  /// @param stops the characters that it may not contain
  record Run(String first, String stops) implements UriPart {
    @Override
    public boolean[] ends(String uri, boolean[] starts) {
      boolean[] ends = first.isEmpty() ? new boolean[starts.length] : starts.clone();
      boolean inside = false;
      for (int i = 0; i < uri.length(); i++) {
        char c = uri.charAt(i);
        boolean allowed = stops.indexOf(c) < 0;
        boolean begins = starts[i] && (first.isEmpty() ? allowed : c == first.charAt(0));
        inside = begins || (inside && allowed);
        ends[i + 1] |= inside;
      }
      return ends;
    }
  }

  /// Names with or without a value, in any order; or nothing.
  ///
  /// @param first comes before the first pair
  /// @param separator comes between two pairs
  /// @param stops the characters that a value may not contain
  /// @param names the allowed names
  /// @param any whether all other names are allowed too
  record Pairs(char first, char separator, String stops, List<String> names, boolean any)
      implements UriPart {
    @Override
    public boolean[] ends(String uri, boolean[] starts) {
      boolean[] ends = starts.clone();
      boolean[] named = new boolean[starts.length]; // where a name ends
      boolean pair = false; // whether a pair begins here
      boolean inValue = false;
      for (int i = 0; i <= uri.length(); i++) {
        ends[i] |= named[i] || inValue;
        if (i == uri.length()) {
          break;
        }
        if (pair) {
          mark(uri, i, named);
        }
        char c = uri.charAt(i);
        boolean allowed = stops.indexOf(c) < 0;
        boolean value = (named[i] && c == '=') || (inValue && allowed) || (pair && any && allowed);
        pair = (starts[i] && c == first) || ((named[i] || inValue) && c == separator);
        inValue = value;
      }
      return ends;
    }

    private void mark(String uri, int at, boolean[] named) {
      for (String name : names) {
        if (uri.startsWith(name, at)) {
          named[at + name.length()] = true;
        }
      }
    }
  }

  /// The parts that match an expression, which is the text between `{` and `}` in a template: an
  /// operator, and names with their modifiers (RFC 6570, 2.2 to 2.4). Empty if it is not an
  /// expression.
  static List<UriPart> of(String inside) {
    boolean plain = inside.isEmpty() || "+#./;?&".indexOf(inside.charAt(0)) < 0;
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
        ? List.of(new Run("", exploded ? "?#" : "/?#"))
        : parts(inside.charAt(0), names, exploded);
  }

  private static List<UriPart> parts(char operator, List<String> names, boolean exploded) {
    return switch (operator) {
      case '+' -> List.of(new Run("", ""));
      case '#' -> List.of(new Run("#", ""));
      case '.' -> List.of(new Run(".", "/?#"));
      case '/' ->
          exploded
              ? List.of(new Run("/", "?#"))
              : Collections.nCopies(names.size(), new Run("/", "/?#"));
      case ';' -> List.of(new Pairs(';', ';', ";/?#", names, exploded));
      case '?' -> List.of(new Pairs('?', '&', "&#", names, exploded));
      default -> List.of(new Pairs('&', '&', "&#", names, exploded));
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
    return !name.isEmpty()
        && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-.%".indexOf(c) >= 0);
  }
}
