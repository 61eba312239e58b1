package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.List;

/// A resource template (RFC 6570, all four levels) that is read backwards: it says whether a URI
/// can have been made from it (K30). Immutable.
///
/// It does not check values, and some expressions match more than the RFC allows, because real
/// servers use them so. The result decides which server may own a URI. The server itself has the
/// last word.
///
/// | expression | matches |
/// |---|---|
/// | `{id}`, `{a,b}` | one character or more, but no `/`, `?`, `#` |
/// | `{path*}` | the same with `/` |
/// | `{+path}` | one character or more, of any kind |
/// | `{/a,b}`, `{/path*}` | up to as many segments as there are names, or any number of them |
/// | `{.ext}`, `{#part}` | nothing, or `.` and `#` with what follows them |
/// | `{?q,limit}`, `{&x}`, `{;p}` | nothing, or some of these names, in any order, with or without a value |
/// | `{?all*}` | nothing, or any names |
///
/// A length limit (`{id:3}`) is not enforced. Percent-encoding makes no difference where RFC 3986
/// says so. The work for a URI grows with its length times the template's. Both lengths are
/// limited: longer texts match only themselves.
public final class UriTemplate {
  static final int LONGEST_TEMPLATE = 2_000;
  static final int LONGEST_URI = 8_000;
  static final int MOST_PARTS = 100;

  private final String text;
  private final List<UriPart> parts;

  private UriTemplate(String text, List<UriPart> parts) {
    this.text = text;
    this.parts = parts;
  }

  /// Never throws: a text that is not a template matches only itself.
  public static UriTemplate compile(String text) {
    List<UriPart> parts = text.length() > LONGEST_TEMPLATE ? List.of() : parse(text);
    return new UriTemplate(
        text, parts.isEmpty() ? List.of(new UriPart.Literal(UriForm.normal(text))) : parts);
  }

  /// The parts of a template; empty if the text is not one.
  private static List<UriPart> parse(String text) {
    List<UriPart> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      String literal = text.substring(at, open < 0 ? text.length() : open);
      if (literal.indexOf('}') >= 0) {
        return List.of();
      }
      if (!literal.isEmpty()) {
        parts.add(new UriPart.Literal(UriForm.normal(literal)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      List<UriPart> expression =
          close < 0 ? List.of() : UriPart.of(text.substring(open + 1, close));
      if (expression.isEmpty()) {
        return List.of();
      }
      parts.addAll(expression);
      at = close + 1;
    }
    return parts.size() > MOST_PARTS ? List.of() : parts;
  }

  /// Whether the template, with some values filled in, is this URI.
  public boolean matches(String uri) {
    if (uri.length() > LONGEST_URI) {
      return uri.equals(text);
    }
    String normal = UriForm.normal(uri);
    // Part by part, this finds all positions that can be reached. There is no backtracking.
    boolean[] reached = new boolean[normal.length() + 1];
    reached[0] = true;
    for (UriPart part : parts) {
      reached = part.ends(normal, reached);
    }
    return reached[normal.length()];
  }
}
