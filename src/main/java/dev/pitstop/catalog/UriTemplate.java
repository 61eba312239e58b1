package dev.pitstop.catalog;

import java.util.List;
import java.util.regex.Pattern;

/// A resource template (RFC 6570) that is read backwards: it says whether a URI can have been made
/// from it. Immutable.
///
/// Only the text around the expressions counts, in its order: the result decides which server is
/// asked first for a URI, and the server itself has the last word.
///
/// @param literals the texts before, between and behind the expressions; one without an expression
public record UriTemplate(List<String> literals) {
  private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]+\\}");

  /// Never throws: a text that is not a template matches only itself.
  public static UriTemplate compile(String text) {
    return new UriTemplate(List.of(EXPRESSION.split(text, -1)));
  }

  /// Whether the template, with some values filled in, may be this URI.
  public boolean matches(String uri) {
    String first = literals.getFirst();
    String last = literals.getLast();
    int end = uri.length() - last.length();
    if (literals.size() == 1 || !uri.startsWith(first) || !uri.endsWith(last)) {
      return uri.equals(first);
    }
    int at = first.length();
    for (String literal : literals.subList(1, literals.size() - 1)) {
      int found = uri.indexOf(literal, at);
      if (found < 0) {
        return false;
      }
      at = found + literal.length();
    }
    return at <= end;
  }
}
