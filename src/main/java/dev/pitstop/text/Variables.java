package dev.pitstop.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Replaces `${VAR}` and `${VAR:-default}` in a value. Any other text with a `$` stays unchanged:
/// `$VAR` and `$$` belong to the shell, `${input:key}` to a client. A default has no variables.
public final class Variables {
  private Variables() {}

  /// A text with its variables replaced.
  ///
  /// @param text the text; never shown, because variables can hold secrets
  /// @param missing the names of variables without value and default, each once; they stay in the
  ///   text
  /// @param foreign whether something like `${input:key}` or `${A:-${B}}` stayed in the text
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
    StringBuilder out = new StringBuilder();
    List<String> missing = new ArrayList<>();
    boolean foreign = false;
    int done = 0;
    int open = text.indexOf("${");
    while (open >= 0) {
      int nameEnd = nameEnd(text, open + 2);
      int close = text.indexOf('}', nameEnd);
      boolean hasDefault = text.startsWith(":-", nameEnd);
      String usual = hasDefault && close >= 0 ? text.substring(nameEnd + 2, close) : "";
      boolean simple = close >= 0 && (close == nameEnd || hasDefault) && !usual.contains("${");
      if (nameEnd > open + 2 && simple) {
        String name = text.substring(open + 2, nameEnd);
        Optional<String> value = environment.apply(name).filter(v -> !hasDefault || !v.isEmpty());
        if (value.isEmpty() && !hasDefault && !missing.contains(name)) {
          missing.add(name);
        }
        String without = hasDefault ? usual : text.substring(open, close + 1);
        out.append(text, done, open).append(value.orElse(without));
        done = close + 1;
      } else {
        foreign |= hasDefault || clients(text, open + 2, nameEnd);
      }
      open = text.indexOf("${", Math.max(done, open + 2));
    }
    out.append(text, done, text.length());
    return new Expanded(out.toString(), List.copyOf(missing), foreign);
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
