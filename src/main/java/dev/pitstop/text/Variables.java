package dev.pitstop.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Replaces `${VAR}` and `${VAR:-default}` in a value; a default can have variables too. Any other
/// text with a `$` stays unchanged: `$VAR` and `$$` belong to the shell, `${input:key}` to a
/// client.
public final class Variables {
  /// How deep defaults can be in defaults.
  private static final int MOST_NESTED = 8;

  private Variables() {}

  /// A text with its variables replaced.
  ///
  /// @param text the text; never shown, because variables can hold secrets
  /// @param missing the names of variables without value and default, each once; they stay in the
  ///   text
  /// @param foreign whether something like `${input:key}` stayed in the text
  public record Expanded(String text, List<String> missing, boolean foreign) {
    @Override
    public String toString() {
      return "Expanded[missing " + missing + "]";
    }
  }

  /// Replaces the variables of a value. As in a shell, a default counts if the variable is not set
  /// or is empty.
  ///
  /// @param environment the value of a variable; empty if it is not set
  public static Expanded expand(String text, Function<String, Optional<String>> environment) {
    return expand(text, environment, 0);
  }

  private static Expanded expand(
      String text, Function<String, Optional<String>> environment, int nested) {
    int open = text.indexOf("${");
    if (open < 0) {
      return new Expanded(text, List.of(), false);
    }
    StringBuilder out = new StringBuilder();
    List<String> missing = new ArrayList<>();
    boolean foreign = false;
    int done = 0;
    while (open >= 0) {
      int nameEnd = nameEnd(text, open + 2);
      boolean hasDefault = text.startsWith(":-", nameEnd) && nested < MOST_NESTED;
      int close = hasDefault ? close(text, nameEnd) : text.indexOf('}', nameEnd);
      boolean ours = nameEnd > open + 2 && close >= 0 && (close == nameEnd || hasDefault);
      if (ours) {
        out.append(text, done, open);
        String name = text.substring(open + 2, nameEnd);
        Optional<String> value = environment.apply(name);
        if (hasDefault) {
          boolean set = value.isPresent() && !value.get().isEmpty();
          Expanded usual =
              set
                  ? new Expanded(value.get(), List.of(), false)
                  : expand(text.substring(nameEnd + 2, close), environment, nested + 1);
          out.append(usual.text());
          usual.missing().stream().filter(n -> !missing.contains(n)).forEach(missing::add);
          foreign |= usual.foreign();
        } else if (value.isPresent()) {
          out.append(value.get());
        } else {
          out.append(text, open, close + 1);
          if (!missing.contains(name)) {
            missing.add(name);
          }
        }
        done = close + 1;
      } else {
        foreign |= close < 0 ? hasDefault : clients(text, open + 2, nameEnd);
      }
      open = text.indexOf("${", ours ? done : open + 2);
    }
    out.append(text, done, text.length());
    return new Expanded(out.toString(), List.copyOf(missing), foreign);
  }

  /// The brace that ends a variable; -1 if there is none.
  private static int close(String text, int from) {
    int open = 1;
    for (int i = from; i < text.length(); i++) {
      if (text.startsWith("${", i)) {
        open++;
      } else if (text.charAt(i) == '}' && --open == 0) {
        return i;
      }
    }
    return -1;
  }

  /// A letter, a digit or `_`.
  public static boolean inName(char c) {
    return Words.isLetterOrDigit(c) || c == '_';
  }

  private static int nameEnd(String text, int from) {
    if (from < text.length() && Character.isDigit(text.charAt(from))) {
      return from; // `${1}` is the shell's
    }
    int i = from;
    while (i < text.length() && inName(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /// `${input:key}`, `${env:NAME}`: what some clients replace, and we do not.
  private static boolean clients(String text, int from, int nameEnd) {
    return nameEnd > from
        && nameEnd + 1 < text.length()
        && text.charAt(nameEnd) == ':'
        && Character.isLetter(text.charAt(nameEnd + 1));
  }
}
