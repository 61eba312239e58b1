package dev.pitstop.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces `${VAR}` and `${VAR:-default}` in a value. Any other text with a `$` stays unchanged:
/// `$VAR` and `$$` belong to the shell, `${input:key}` to a client. A default has no variables.
public final class Variables {
  /// A variable, or the beginning of something like `${input:key}` and `${A:-${B}}`.
  private static final Pattern VARIABLE =
      Pattern.compile(
          "[$][{](?:(?<name>[A-Za-z_]\\w*)(?::-(?<default>[^}$]*(?:[$](?![{])[^}$]*)*))?}"
              + "|(?:[A-Za-z_]\\w*)?:-|[A-Za-z_]\\w*:\\p{L})");

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
    Matcher found = VARIABLE.matcher(text);
    while (found.find()) {
      Optional<String> name = Optional.ofNullable(found.group("name"));
      Optional<String> usual = Optional.ofNullable(found.group("default"));
      Optional<String> value =
          name.flatMap(environment).filter(v -> usual.isEmpty() || !v.isEmpty()).or(() -> usual);
      foreign |= name.isEmpty();
      name.filter(n -> value.isEmpty() && !missing.contains(n)).ifPresent(missing::add);
      found.appendReplacement(out, Matcher.quoteReplacement(value.orElse(found.group())));
    }
    return new Expanded(found.appendTail(out).toString(), List.copyOf(missing), foreign);
  }

  /// A letter, a digit or `_`.
  public static boolean inName(char c) {
    return Words.isLetterOrDigit(c) || c == '_';
  }
}
