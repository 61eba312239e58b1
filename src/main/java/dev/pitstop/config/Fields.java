package dev.pitstop.config;

import dev.pitstop.text.Variables;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the members of one object by type. A member of the wrong type is reported and counts as
/// missing. So does `null`, without a report: programs write it for "not set".
///
/// @param environment the value of a variable; empty if it is not set
/// @param expand whether variables are replaced at all
public record Fields(
    Node.Obj object,
    KeyPath path,
    ConfigProblems problems,
    Function<String, Optional<String>> environment,
    boolean expand) {
  private static final int MOST_DIGITS = 9; // they fit an int

  /// It is compiled only when a size is read: most sessions have none.
  private static final String SIZE = "(?i)([0-9]{1,9})([KMG]?)i?B?";

  Optional<Node> node(String key) {
    return object.member(key).map(Node.Member::value).filter(n -> !(n instanceof Node.Nil));
  }

  public boolean has(String key) {
    return node(key).isPresent();
  }

  /// A string that is not empty.
  public Optional<String> string(String key) {
    return node(key).flatMap(node -> filled(node, path.in(key), "a string"));
  }

  /// An array of strings whose variables are replaced.
  List<String> strings(String key) {
    Optional<Node> node = node(key);
    if (node.isPresent() && !(node.get() instanceof Node.Arr)) {
      wrong(node.get(), path.in(key), "an array of strings");
      return List.of();
    }
    return items(key, (item, at) -> string(item, at, "a string"));
  }

  /// One string, or an array of strings; none of them empty.
  List<String> oneOrMore(String key) {
    Optional<Node> one = node(key).filter(node -> !(node instanceof Node.Arr));
    return one.isPresent()
        ? filled(one.get(), path.in(key), "a string, or an array of strings")
            .map(List::of)
            .orElse(List.of())
        : items(key, (item, at) -> filled(item, at, "a string"));
  }

  private List<String> items(String key, BiFunction<Node, KeyPath, Optional<String>> reads) {
    List<String> found = new ArrayList<>();
    List<Node> items = node(key).map(n -> ((Node.Arr) n).items()).orElse(List.of());
    for (int i = 0; i < items.size(); i++) {
      reads.apply(items.get(i), path.in(key).at(i)).ifPresent(found::add);
    }
    return found;
  }

  /// An object whose values are strings.
  Map<String, String> map(String key) {
    Map<String, String> found = new LinkedHashMap<>();
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return found;
    }
    KeyPath inner = path.in(key);
    if (!(node.get() instanceof Node.Obj map)) {
      wrong(node.get(), inner, "an object whose values are strings");
      return found;
    }
    for (Node.Member member : map.members()) {
      KeyPath at = inner.in(member.name());
      if (member.name().isEmpty()
          || member.name().indexOf('=') >= 0
          || member.name().indexOf('\0') >= 0) {
        problems.problem(member.start(), inner, "a name must not be empty or contain `=`");
      } else {
        string(member.value(), at, "a string").ifPresent(v -> found.put(member.name(), v));
      }
    }
    return found;
  }

  public boolean flag(String key) {
    Optional<Node> node = node(key);
    node.filter(n -> !(n instanceof Node.Bool))
        .ifPresent(n -> wrong(n, path.in(key), "true or false"));
    return node.filter(n -> n instanceof Node.Bool flag && flag.value()).isPresent();
  }

  /// One of the words that the table has for this key.
  public Optional<String> word(String key) {
    return string(key).filter(word -> isOneOf(key, word));
  }

  private boolean isOneOf(String key, String word) {
    Setting row = SettingTable.key(key).orElseThrow();
    boolean one = row.choices().contains(word);
    if (!one) {
      problem(key, "`" + written(key) + "` is not one of " + row.words());
    }
    return one;
  }

  /// A time in milliseconds, more than 0.
  public OptionalLong millis(String key) {
    OptionalLong millis = duration(key);
    if (millis.orElse(1) > 0) {
      return millis;
    }
    problem(key, "must be more than 0");
    return OptionalLong.empty();
  }

  /// A time in milliseconds.
  public OptionalLong duration(String key) {
    Optional<String> written =
        node(key)
            .flatMap(node ->
                node instanceof Node.Num seconds
                    ? Optional.of(seconds.lexeme())
                    : string(node, path.in(key), "a duration such as \"30s\""));
    OptionalLong millis = written.map(Words::millis).orElse(OptionalLong.empty());
    if (written.isPresent() && millis.isEmpty()) {
      problem(
          key,
          "`%s` is not a duration: use 500ms, 30s, 2min or a number of seconds"
              .formatted(written(key)));
    }
    return millis;
  }

  /// A whole number.
  ///
  /// @param least the smallest that makes sense
  public Optional<Integer> count(String key, int least) {
    Optional<Integer> number =
        node(key)
            .map(Fields::figure)
            .filter(digits -> Words.isNumber(digits, MOST_DIGITS))
            .map(Integer::valueOf)
            .filter(n -> n >= least);
    if (has(key) && number.isEmpty()) {
      problem(key, "expected a whole number" + (least > 0 ? " above 0" : " of at most 9 digits"));
    }
    return number;
  }

  /// A size in bytes: `100000`, `512KiB`, `64MiB`, `1GiB`.
  public Optional<Integer> bytes(String key) {
    if (!has(key)) {
      return Optional.empty();
    }
    Matcher text = Pattern.compile(SIZE).matcher(node(key).map(Fields::figure).orElse(""));
    if (!text.matches()) {
      problem(key, "`" + written(key) + "` is not a size: use 512KiB or 64MiB");
      return Optional.empty();
    }
    String unit = text.group(2).toUpperCase(Locale.ROOT);
    int bits = unit.isEmpty() ? 0 : 10 + 10 * "KMG".indexOf(unit);
    long size = Long.parseLong(text.group(1)) << bits;
    if (size < 1024 || size > 1024L * 1024 * 1024) {
      problem(key, "must be between 1KiB and 1GiB");
      return Optional.empty();
    }
    return Optional.of((int) size);
  }

  /// As it is written: the value of a variable may be a secret.
  private String written(String key) {
    return KeyPath.name(node(key).map(Fields::figure).orElse(""));
  }

  private static String figure(Node node) {
    return node instanceof Node.Num n
        ? n.lexeme()
        : node instanceof Node.Text t ? t.value().strip() : node.kind();
  }

  /// A path; a relative one starts from `directory`.
  Optional<Path> path(String key, Path directory) {
    Optional<String> written = string(key);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(directory.resolve(written.get()).normalize());
    } catch (InvalidPathException e) {
      problem(
          key,
          "this is not a valid path on this system"); // not shown: it may contain a secret variable
      return Optional.empty();
    }
  }

  /// Reports a mistake at the value, or at the start of the object if there is no value.
  public void problem(String key, String message) {
    problems.problem(offset(key), path.in(key), message);
  }

  /// Warns of the value.
  void warning(String key, String message) {
    problems.warning(offset(key), path.in(key), message);
  }

  private int offset(String key) {
    return node(key).map(Node::start).orElse(object.start());
  }

  private Optional<String> string(Node node, KeyPath at, String wanted) {
    if (node instanceof Node.Text text) {
      if (text.value().indexOf('\0') >= 0) {
        problems.problem(
            node.start(), at, "this contains a NUL character, which cannot be passed to a program");
        return Optional.empty();
      }
      return Optional.of(expand ? expanded(text, at) : text.value());
    }
    wrong(node, at, wanted);
    return Optional.empty();
  }

  private String expanded(Node.Text text, KeyPath at) {
    Variables.Expanded expanded = Variables.expand(text.value(), environment);
    for (String name : expanded.missing()) {
      problems.problem(
          text.start(),
          at,
          "the variable `%1$s` is not set; set it in Pitstop's environment, or use `${%1$s:-default}`"
              .formatted(name));
    }
    if (expanded.foreign()) {
      problems.warning(
          text.start(),
          at,
          "only `${VAR}` and `${VAR:-default}` are replaced; any other `${…}` stays as it is");
    }
    return expanded.text();
  }

  private Optional<String> filled(Node node, KeyPath at, String wanted) {
    Optional<String> value = string(node, at, wanted);
    if (value.filter(String::isEmpty).isPresent()) {
      problems.problem(node.start(), at, "this must not be empty");
      return Optional.empty();
    }
    return value;
  }

  private void wrong(Node node, KeyPath at, String wanted) {
    problems.problem(node.start(), at, "expected " + wanted + ", found " + node.kind());
  }
}
