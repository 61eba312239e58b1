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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/// Reads the members of one object by type. A member of the wrong type is reported and counts as
/// missing. So does `null`, without a report: programs write it for "not set".
final class Fields {
  /// How a string may be written.
  enum Way {
    /// As a string that stays as it is.
    PLAIN,
    /// As a string whose variables are replaced.
    EXPANDED,
    /// The same, but numbers and booleans are read as strings too.
    LENIENT
  }

  private final Node.Obj object;
  private final KeyPath path;
  private final ConfigProblems problems;
  private final Function<String, Optional<String>> environment;
  private final boolean expand;

  /// @param expand whether variables are replaced at all
  Fields(
      Node.Obj object,
      KeyPath path,
      ConfigProblems problems,
      Function<String, Optional<String>> environment,
      boolean expand) {
    this.object = object;
    this.path = path;
    this.problems = problems;
    this.environment = environment;
    this.expand = expand;
  }

  Optional<Node> node(String key) {
    Optional<Node.Member> member = object.member(key);
    return member.isEmpty() || member.get().value() instanceof Node.Nil
        ? Optional.empty()
        : Optional.of(member.get().value());
  }

  boolean has(String key) {
    return node(key).isPresent();
  }

  /// A string that is not empty.
  Optional<String> string(String key, Way way) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> value = string(node.get(), path.in(key), way, "a string");
    return value.isPresent() && !filled(value.get(), node.get(), path.in(key))
        ? Optional.empty()
        : value;
  }

  /// An array of strings.
  List<String> strings(String key, Way way) {
    Optional<Node> node = node(key);
    return node.isEmpty()
        ? List.of()
        : strings(node.get(), path.in(key), way, "an array of strings");
  }

  /// One string, or an array of strings; none of them empty.
  List<String> oneOrMore(String key, Way way) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    if (node.get() instanceof Node.Arr array) {
      for (int i = 0; i < array.items().size(); i++) {
        Node item = array.items().get(i);
        KeyPath at = path.in(key).at(i);
        Optional<String> value = string(item, at, way, "a string");
        if (value.isPresent() && filled(value.get(), item, at)) {
          found.add(value.get());
        }
      }
      return found;
    }
    Optional<String> value =
        string(node.get(), path.in(key), way, "a string, or an array of strings");
    if (value.isPresent() && filled(value.get(), node.get(), path.in(key))) {
      found.add(value.get());
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
    problems.duplicates(map, inner);
    for (Node.Member member : map.counting()) {
      KeyPath at = inner.in(member.name());
      if (member.name().isEmpty()
          || member.name().indexOf('=') >= 0
          || member.name().indexOf('\0') >= 0) {
        problems.problem(member.start(), inner, "a name must not be empty or contain `=`");
      } else {
        Optional<String> value = string(member.value(), at, Way.LENIENT, "a string");
        value.ifPresent(v -> found.put(member.name(), v));
      }
    }
    return found;
  }

  boolean flag(String key) {
    Optional<Node> node = node(key);
    if (node.isPresent() && node.get() instanceof Node.Bool flag) {
      return flag.value();
    }
    if (node.isPresent()) {
      wrong(node.get(), path.in(key), "true or false");
    }
    return false;
  }

  /// One of the allowed words.
  Optional<String> word(String key, List<String> allowed) {
    Optional<String> word = string(key, Way.PLAIN);
    if (word.isPresent() && !allowed.contains(word.get())) {
      problem(
          key,
          "`"
              + KeyPath.name(word.get())
              + "` is not one of `"
              + String.join("`, `", allowed)
              + "`");
      return Optional.empty();
    }
    return word;
  }

  /// A time in milliseconds, more than 0.
  OptionalLong millis(String key) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return OptionalLong.empty();
    }
    Optional<String> written =
        node.get() instanceof Node.Num seconds
            ? Optional.of(seconds.lexeme())
            : string(node.get(), path.in(key), Way.PLAIN, "a duration such as \"30s\"");
    if (written.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong millis = Words.millis(written.get());
    if (millis.isEmpty() || millis.getAsLong() == 0) {
      String shown = KeyPath.name(written.get());
      problem(
          key,
          millis.isEmpty()
              ? "`"
                  + shown
                  + "` is not a duration: use \"500ms\", \"30s\", \"2min\" or a number of seconds"
              : "must be more than 0");
      return OptionalLong.empty();
    }
    return millis;
  }

  /// A whole number above 0.
  OptionalInt count(String key) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return OptionalInt.empty();
    }
    String digits =
        node.get() instanceof Node.Num n
            ? n.lexeme()
            : node.get() instanceof Node.Text t ? t.value().strip() : "";
    if (!Words.isNumber(digits, 9) || Integer.parseInt(digits) == 0) {
      problem(key, "expected a whole number above 0");
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(digits));
  }

  /// A path; a relative one starts from `directory`.
  Optional<Path> path(String key, Path directory) {
    Optional<String> written = string(key, Way.EXPANDED);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    controls(key, written.get());
    try {
      return Optional.of(directory.resolve(written.get()).normalize());
    } catch (InvalidPathException e) {
      problem(
          key,
          "this is not a valid path on this system"); // not shown: it may contain a secret variable
      return Optional.empty();
    }
  }

  /// Warns of control characters: `"C:\temp"` has a tab in it.
  void controls(String key, String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        problems.warning(
            offset(key),
            path.in(key),
            "this contains a control character; write a backslash as `\\\\`");
        return;
      }
    }
  }

  /// Reports a mistake at the value, or at the start of the object if there is no value.
  void problem(String key, String message) {
    problems.problem(offset(key), path.in(key), message);
  }

  /// The offset of the object.
  int start() {
    return object.start();
  }

  int offset(String key) {
    Optional<Node> node = node(key);
    return node.isEmpty() ? object.start() : node.get().start();
  }

  private List<String> strings(Node node, KeyPath at, Way way, String wanted) {
    List<String> found = new ArrayList<>();
    if (!(node instanceof Node.Arr array)) {
      wrong(node, at, wanted);
      return found;
    }
    for (int i = 0; i < array.items().size(); i++) {
      string(array.items().get(i), at.at(i), way, "a string").ifPresent(found::add);
    }
    return found;
  }

  private Optional<String> string(Node node, KeyPath at, Way way, String wanted) {
    if (node instanceof Node.Text text) {
      if (text.value().indexOf('\0') >= 0) {
        problems.problem(
            node.start(), at, "this contains a NUL character, which cannot be passed to a program");
        return Optional.empty();
      }
      return Optional.of(way == Way.PLAIN || !expand ? text.value() : expanded(text, at));
    }
    if (way == Way.LENIENT && node instanceof Node.Num number) {
      return Optional.of(unquoted(node, at, number.lexeme()));
    }
    if (way == Way.LENIENT && node instanceof Node.Bool bool) {
      return Optional.of(unquoted(node, at, bool.value() ? "true" : "false"));
    }
    wrong(node, at, wanted);
    return Optional.empty();
  }

  private String unquoted(Node node, KeyPath at, String value) {
    problems.warning(
        node.start(), at, node.kind() + " is read as a string here; put it in double quotes");
    return value;
  }

  private String expanded(Node.Text text, KeyPath at) {
    Variables.Expanded expanded = Variables.expand(text.value(), environment);
    for (String name : expanded.missing()) {
      problems.problem(
          text.start(),
          at,
          "the variable `"
              + name
              + "` is not set; set it in Pitstop's environment, or use `${"
              + name
              + ":-default}`");
    }
    if (expanded.foreign()) {
      problems.warning(
          text.start(),
          at,
          "only `${VAR}` and `${VAR:-default}` are replaced; any other `${…}` stays as it is");
    }
    return expanded.text();
  }

  private boolean filled(String value, Node node, KeyPath at) {
    if (value.isEmpty()) {
      problems.problem(node.start(), at, "this must not be empty");
    }
    return !value.isEmpty();
  }

  private void wrong(Node node, KeyPath at, String wanted) {
    problems.problem(node.start(), at, "expected " + wanted + ", found " + node.kind());
  }
}
