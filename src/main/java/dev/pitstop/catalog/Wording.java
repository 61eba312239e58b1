package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/// How foreign text is shown to an agent: on one line, without control characters, invisible or
/// direction-changing ones, and cut where it gets long. A server's text must not be able to look
/// like a line of ours.
final class Wording {
  /// The specification's own limit for tool names, so that a legal name is always shown whole.
  private static final int MAX_NAME = 128;

  private static final int MAX_VALUE = 40;
  private static final int MAX_LISTED = 6;

  private Wording() {}

  /// A name in backticks. One that is too long loses its middle: families of names share the start.
  static String name(String name) {
    String shown = name;
    if (name.length() > MAX_NAME) {
      shown = head(name, MAX_NAME - 40) + "…" + tail(name, 39);
    }
    return "`" + escape(shown).replace("`", "\\`") + "`";
  }

  static String names(Collection<String> names) {
    return list(names, Wording::name);
  }

  /// As [#names], each bare if it is a plain word.
  static String words(Collection<String> names) {
    return list(names, Wording::word);
  }

  static String values(Collection<JsonElement> values) {
    return list(values, Wording::value);
  }

  private static <T> String list(Collection<T> things, Function<T, String> form) {
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (T thing : things) {
      if (shown == MAX_LISTED) {
        text.append(" and ").append(things.size() - shown).append(" more");
        break;
      }
      text.append(shown++ == 0 ? "" : ", ").append(form.apply(thing));
    }
    return text.toString();
  }

  /// A member's name inside a sentence: bare if it is a plain word.
  static String word(String name) {
    return isWord(name) ? name : name(name);
  }

  /// A JSON value in short; a plain word without its quotes.
  static String value(JsonElement value) {
    if (value instanceof JsonPrimitive p && p.isString()) {
      String text = p.getAsString();
      return isWord(text) && !readsAsOther(text) ? text : value(text);
    }
    return escape(cut(value.toString(), MAX_VALUE));
  }

  static String value(Optional<JsonElement> value) {
    return value.isPresent() ? value(value.get()) : "none";
  }

  /// Text as a quoted value.
  static String value(String text) {
    return '"' + escape(cut(text, MAX_VALUE)).replace("\"", "\\\"") + '"';
  }

  /// The start of a longer text on one line, at most `max` characters.
  static String excerpt(String text, int max) {
    return escapeWithin(collapse(text, 4 * max), max);
  }

  /// A piece of `after` that shows where it differs from `before`, at most `max` characters.
  static String excerptOfChange(String before, String after, int max) {
    String old = collapse(before, Integer.MAX_VALUE);
    String now = collapse(after, Integer.MAX_VALUE);
    if (now.length() <= max) {
      return escapeWithin(now, max);
    }
    int same = 0;
    int end = Math.min(old.length(), now.length());
    while (same < end && old.charAt(same) == now.charAt(same)) {
      same++;
    }
    if (same < max - 20) {
      return escapeWithin(now, max);
    }
    // Start at a word shortly before the first difference.
    int from = now.lastIndexOf(' ', Math.max(0, Math.min(same, now.length() - max / 2) - 12));
    return "…" + escapeWithin(now.substring(from + 1), max - 1);
  }

  /// Cut to at most `max` characters, the last of them an ellipsis if anything was lost.
  static String cut(String text, int max) {
    return text.length() <= max ? text : head(text, max - 1) + "…";
  }

  private static String head(String text, int length) {
    boolean splits = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, splits ? length - 1 : length);
  }

  private static String tail(String text, int length) {
    int from = text.length() - length;
    return text.substring(Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from);
  }

  private static String collapse(String text, int enough) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), 256));
    boolean gap = false;
    for (int i = 0; i < text.length() && out.length() < enough; i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        gap = !out.isEmpty();
      } else {
        if (gap) {
          out.append(' ');
          gap = false;
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String escapeWithin(String text, int max) {
    // Escaping lengthens; cutting first to what can fit keeps the work small.
    return cut(escape(cut(text, 4 * max)), max);
  }

  static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (isInvisible(c)) {
            out.append("\\u{").append(Integer.toHexString(c)).append('}');
          } else {
            out.appendCodePoint(c);
          }
        }
      }
    }
    return out.toString();
  }

  private static boolean isInvisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }

  private static boolean isWord(String text) {
    if (text.isEmpty() || text.length() > MAX_VALUE) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_-./:".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether a string value without its quotes would read as something else than text.
  private static boolean readsAsOther(String text) {
    char first = text.charAt(0);
    return Character.isDigit(first)
        || first == '-'
        || first == '.'
        || text.equals("none")
        || text.equals("true")
        || text.equals("false")
        || text.equals("null");
  }
}
