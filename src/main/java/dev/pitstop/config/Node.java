package dev.pitstop.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A value in a configuration text, with its range: from the character at `start` up to, but not
/// including, `end`. Immutable. `toString` never shows the content of a string or number: it may be
/// a secret.
public sealed interface Node {
  int start();

  int end();

  /// The type of the value, with its article: `a string`.
  String kind();

  /// @param members in the text's order; a repeated key has several members
  record Obj(int start, int end, List<Member> members) implements Node {
    public Obj {
      members = List.copyOf(members);
    }

    @Override
    public String kind() {
      return "an object";
    }

    /// The member of this key; the last one if the key is repeated.
    public Optional<Member> member(String key) {
      for (int i = members.size() - 1; i >= 0; i--) {
        if (members.get(i).name().equals(key)) {
          return Optional.of(members.get(i));
        }
      }
      return Optional.empty();
    }

    /// The members without those that a later member of the same key overrides.
    public List<Member> counting() {
      Map<String, Integer> last = new HashMap<>();
      for (Member member : members) {
        last.put(member.name(), member.start());
      }
      if (last.size() == members.size()) {
        return members;
      }
      List<Member> counting = new ArrayList<>();
      for (Member member : members) {
        if (last.getOrDefault(member.name(), -1) == member.start()) {
          counting.add(member);
        }
      }
      return counting;
    }
  }

  /// A key and its value. `start` and `end` are those of the key, its quotes included.
  record Member(String name, int start, int end, Node value) {}

  record Arr(int start, int end, List<Node> items) implements Node {
    public Arr {
      items = List.copyOf(items);
    }

    @Override
    public String kind() {
      return "an array";
    }
  }

  /// @param value with its escapes resolved
  record Text(int start, int end, String value) implements Node {
    @Override
    public String kind() {
      return "a string";
    }

    @Override
    public String toString() {
      return "Text[" + start + ", " + end + "]";
    }
  }

  /// @param lexeme as it is written
  record Num(int start, int end, String lexeme) implements Node {
    @Override
    public String kind() {
      return "a number";
    }

    @Override
    public String toString() {
      return "Num[" + start + ", " + end + "]";
    }
  }

  record Bool(int start, int end, boolean value) implements Node {
    @Override
    public String kind() {
      return "a boolean";
    }

    @Override
    public String toString() {
      return "Bool[" + start + ", " + end + "]";
    }
  }

  record Nil(int start, int end) implements Node {
    @Override
    public String kind() {
      return "null";
    }
  }
}
