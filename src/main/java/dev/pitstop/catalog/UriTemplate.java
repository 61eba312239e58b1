package dev.pitstop.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A resource template (RFC 6570) that is read backwards: it says whether a URI can have been made
/// from it. Immutable.
///
/// It checks neither names nor values: the result decides which server is asked first for a URI,
/// and the server itself has the last word.
///
/// | expression | matches |
/// |---|---|
/// | `{id}`, `{a,b}` | one character or more, but no `/`, `?`, `#` |
/// | `{path*}` | the same with `/` |
/// | `{+path}` | one character or more, of any kind |
/// | `{/a}`, `{.ext}`, `{;p}`, `{?q}`, `{&x}`, `{#part}` | nothing, or that character with what follows it |
///
/// The work for a URI grows with its length times the template's. Both lengths are limited: longer
/// texts match only themselves.
///
/// @param text of a URI if there are no parts
public record UriTemplate(String text, List<Part> parts) {
  static final int LONGEST_TEMPLATE = 2_000;
  static final int LONGEST_URI = 8_000;
  static final int MOST_PARTS = 100;

  private static final Pattern EXPRESSION =
      Pattern.compile("\\{([+#./;?&]?)([\\w.%*:,-]+)\\}", Pattern.UNICODE_CHARACTER_CLASS);

  /// A literal, or a run of characters.
  ///
  /// @param literal empty for a run
  /// @param first the character that the run begins with; it is then optional. Otherwise it has at
  ///   least one character
  /// @param stops the characters that the run may not contain
  record Part(String literal, String first, String stops) {
    /// @param starts for each position of the URI, including its end, whether this part may begin
    ///   there; not changed
    /// @return the same for its ends
    boolean[] ends(String uri, boolean[] starts) {
      boolean[] ends = first.isEmpty() ? new boolean[starts.length] : starts.clone();
      boolean inside = false;
      for (int i = 0; i < uri.length(); i++) {
        if (!literal.isEmpty()) {
          if (starts[i] && uri.startsWith(literal, i)) {
            ends[i + literal.length()] = true;
          }
          continue;
        }
        boolean allowed = stops.indexOf(uri.charAt(i)) < 0;
        boolean begins = starts[i] && (first.isEmpty() ? allowed : uri.startsWith(first, i));
        inside = begins || (inside && allowed);
        ends[i + 1] |= inside;
      }
      return ends;
    }
  }

  /// Never throws: a text that is not a template matches only itself.
  public static UriTemplate compile(String text) {
    List<Part> parts = new ArrayList<>();
    Matcher found = EXPRESSION.matcher(text.length() > LONGEST_TEMPLATE ? "" : text);
    int at = 0;
    while (found.find()) {
      literal(text.substring(at, found.start()), parts);
      parts.add(run(found.group(1), found.group(2).endsWith("*")));
      at = found.end();
    }
    literal(text.substring(at), parts);
    boolean odd = parts.stream().anyMatch(p -> p.literal().matches("(?s).*[{}].*"));
    return new UriTemplate(text, odd || parts.size() > MOST_PARTS ? List.of() : parts);
  }

  private static void literal(String text, List<Part> to) {
    if (!text.isEmpty()) {
      to.add(new Part(text, "", ""));
    }
  }

  private static Part run(String operator, boolean exploded) {
    return switch (operator) {
      case "" -> new Part("", "", exploded ? "?#" : "/?#");
      case "+" -> new Part("", "", "");
      case "#" -> new Part("", "#", "");
      case ".", ";" -> new Part("", operator, "/?#");
      case "/" -> new Part("", "/", "?#");
      default -> new Part("", operator, "#");
    };
  }

  /// Whether the template, with some values filled in, is this URI.
  public boolean matches(String uri) {
    if (parts.isEmpty() || uri.length() > LONGEST_URI) {
      return uri.equals(text);
    }
    // Part by part, this finds all positions that can be reached. There is no backtracking.
    boolean[] reached = new boolean[uri.length() + 1];
    reached[0] = true;
    for (Part part : parts) {
      reached = part.ends(uri, reached);
    }
    return reached[uri.length()];
  }
}
