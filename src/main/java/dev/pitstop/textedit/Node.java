package dev.pitstop.textedit;

import java.util.List;
import java.util.Optional;

/// A value in a configuration text, JSON or TOML, with its range: from the character at `start` up
/// to, but not including, `end`. Immutable. `toString` never shows the content of a string or
/// number: it may be a secret.
public sealed interface Node {
  int start();

  int end();

  /// The type of the value, with its article: `a string`.
  default String kind() {
    return switch (this) {
      case Obj _ -> "an object";
      case Arr _ -> "an array";
      case Text _ -> "a string";
      case Num _ -> "a number";
      case Bool _ -> "a boolean";
      case Nil _ -> "null";
    };
  }

  /// The member of this key, if it is an object that has one.
  default Optional<Member> member(String key) {
    return Optional.empty();
  }

  /// @param members in the text's order
  record Obj(int start, int end, List<Member> members) implements Node {
    public Obj {
      members = List.copyOf(members);
    }

    @Override
    public Optional<Member> member(String key) {
      return members.stream().filter(member -> member.name().equals(key)).findFirst();
    }

    /// The string under a key; empty if the key is missing or its value is not a string.
    public Optional<String> text(String key) {
      return member(key)
          .flatMap(m -> m.value() instanceof Text t ? Optional.of(t.value()) : Optional.empty());
    }
  }

  /// A key and its value.
  ///
  /// @param start the offset of the key, its quotes included
  /// @param keyEnd the offset after the key
  /// @param hasPlace whether it is `"key": value` in JSON, or `key = value` on a line of TOML. A
  ///   TOML table under a header has no single place, and neither has one that dotted keys mention
  record Member(String name, int start, int keyEnd, Node value, boolean hasPlace) {}

  record Arr(int start, int end, List<Node> items) implements Node {
    public Arr {
      items = List.copyOf(items);
    }
  }

  /// @param value with its escapes resolved
  record Text(int start, int end, String value) implements Node {
    @Override
    public String toString() {
      return "Text[" + start + ", " + end + "]";
    }
  }

  /// A number, or a date in TOML.
  ///
  /// @param lexeme as it is written
  record Num(int start, int end, String lexeme) implements Node {
    @Override
    public String toString() {
      return "Num[" + start + ", " + end + "]";
    }
  }

  record Bool(int start, int end, boolean value) implements Node {}

  record Nil(int start, int end) implements Node {}
}
