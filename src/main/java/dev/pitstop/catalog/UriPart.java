package dev.pitstop.catalog;

import java.util.List;

/// A piece of a [UriTemplate]. Maps the positions of a URI where it may begin to those where it may
/// end, in one pass over the URI.
sealed interface UriPart {

  /// @param starts for each position of the URI, including its end, whether this part may begin
  ///   there; not changed
  /// @return the same for its ends
  boolean[] ends(String uri, boolean[] starts);

  /// A text for what the part matches, different for each part; no literal contains braces.
  String shape();

  /// Literal text.
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

    @Override
    public String shape() {
      return text;
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

    @Override
    public String shape() {
      return "{" + first + " but " + stops + "}";
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
      boolean[] named = new boolean[starts.length]; // a name ends here
      boolean pair = false; // one begins here
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

    @Override
    public String shape() {
      return "{" + first + separator + stops + names + any + "}";
    }

    private void mark(String uri, int at, boolean[] named) {
      for (String name : names) {
        if (uri.startsWith(name, at)) {
          named[at + name.length()] = true;
        }
      }
    }
  }
}
