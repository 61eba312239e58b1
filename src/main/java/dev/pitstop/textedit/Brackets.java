package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.List;

/// What JSON and TOML have in common: values within brackets, with their positions.
abstract class Brackets {
  final String text;
  int at;
  private final int[] open;
  private int depth;

  /// @param maxDepth how many brackets may be open
  Brackets(String text, int maxDepth) {
    this.text = text;
    this.open = new int[maxDepth];
  }

  abstract Node value(KeyPath path) throws Mistake;

  /// A key with its value, in an object.
  abstract Node.Member member(KeyPath path) throws Mistake;

  /// Skips blanks, line ends and comments.
  abstract void skip();

  /// A mistake at `offset`, unless what stands here says better what is wrong.
  Mistake strange(int offset, KeyPath path, String expected) {
    return new Mistake(offset, path, expected);
  }

  final Node object(KeyPath path) throws Mistake {
    int start = enter(path);
    List<Node.Member> members = new ArrayList<>();
    while (here(path) != '}') {
      Node.Member member = member(path);
      members.add(member);
      separator(path, member.value().end(), '}', path.in(member.name()));
    }
    depth--;
    at++;
    return new Node.Obj(start, at, members);
  }

  final Node array(KeyPath path) throws Mistake {
    int start = enter(path);
    List<Node> items = new ArrayList<>();
    while (here(path) != ']') {
      KeyPath itemPath = path.at(items.size());
      Node item = value(itemPath);
      items.add(item);
      separator(path, item.end(), ']', itemPath);
    }
    depth--;
    at++;
    return new Node.Arr(start, at, items);
  }

  private int enter(KeyPath path) throws Mistake {
    if (depth == open.length) {
      throw new Mistake(at, path, "nested more than " + open.length + " levels deep");
    }
    int start = at++;
    open[depth++] = start;
    skip();
    return start;
  }

  /// Skips the comma, if there is one. It may also follow the last value.
  private void separator(KeyPath path, int valueEnd, char close, KeyPath value) throws Mistake {
    skip();
    char c = here(path);
    if (c == ',') {
      at++;
      skip();
    } else if (c != close) {
      String expected = "expected `,` or `" + close + "` after the value of `" + value.leaf() + "`";
      throw strange(valueEnd, path, expected);
    }
  }

  final char here(KeyPath path) throws Mistake {
    if (at < text.length()) {
      return text.charAt(at);
    }
    int last = open[depth - 1]; // the end of the file comes here only inside of brackets
    throw new Mistake(
        at,
        path,
        "the file ends, but the `%s` on line %d is not closed"
            .formatted(text.charAt(last), Position.of(text, last).line()));
  }
}
