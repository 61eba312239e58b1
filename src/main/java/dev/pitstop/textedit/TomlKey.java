package dev.pitstop.textedit;

import java.util.List;
import java.util.Optional;

/// A key with a fixed value in a top-level table of a TOML file. It can be written into a file,
/// however that table is written there, and removed again.
///
/// @param value as it is written
public record TomlKey(String table, String key, String value) {
  private static Optional<Node.Obj> root(String text) {
    return Toml.parse(text) instanceof Parsed.Tree(Node.Obj root)
        ? Optional.of(root)
        : Optional.empty(); // the reader has reported it before
  }

  private Optional<Node.Obj> table(String text) {
    return root(text)
        .flatMap(root -> root.member(table))
        .flatMap(m -> m.value() instanceof Node.Obj o ? Optional.of(o) : Optional.empty());
  }

  private Optional<Node.Member> find(String text) {
    return table(text).flatMap(t -> t.member(key));
  }

  /// Whether the key is there, with any value.
  public boolean isIn(String text) {
    return find(text).isPresent();
  }

  /// Whether the key is there with this value.
  public boolean isWrittenIn(String text) {
    return find(text)
        .map(Node.Member::value)
        .filter(v -> text.substring(v.start(), v.end()).equals(value))
        .isPresent();
  }

  /// The text with the key; the same text if the key is there, or cannot be added.
  public String addedTo(String text) {
    Optional<Node.Obj> root = root(text);
    if (root.isEmpty() || isIn(text)) {
      return text;
    }
    String newline = Indent.newline(text);
    Optional<Node.Member> there = root.get().member(table);
    if (there.isEmpty()) {
      return text + ending(text) + block(newline);
    }
    if (!(there.get().value() instanceof Node.Obj object)) {
      return text; // an array of tables, or a value
    }
    return switch (there.get().form()) {
      case HEADER -> {
        int at = Trivia.lineEnd(text, there.get().start());
        yield text.substring(0, at) + newline + line() + text.substring(at);
      }
      case ABOVE -> text + ending(text) + block(newline);
      case DOTTED -> beside(text, object.members());
      case LINE -> beside(text, object.members().reversed());
      case JSON, INLINE -> text; // not at the top of a TOML file
    };
  }

  /// The text with the key after the first of these members that has a place.
  private String beside(String text, List<Node.Member> members) {
    return members.stream()
        .filter(Node.Member::hasPlace)
        .findFirst()
        .map(m -> new Layout(text, Format.TOML).with(m, key, value))
        .orElse(text);
  }

  /// The line end that the last line lacks.
  private static String ending(String text) {
    return text.isEmpty() || text.endsWith("\n") ? "" : Indent.newline(text);
  }

  private String line() {
    return key + " = " + value;
  }

  /// A table of its own, after an empty line.
  private String block(String newline) {
    return newline + "[" + table + "]" + newline + line() + newline;
  }

  /// The text without the key.
  ///
  /// @param before the text before the key was written
  public String removedFrom(String text, String before) {
    Optional<Node.Member> member = find(text);
    if (member.isEmpty()) {
      return text;
    }
    Node.Obj object = table(text).orElseThrow();
    String block = block(Indent.newline(text));
    int at = member.get().value().end() + Indent.newline(text).length() - block.length();
    boolean alone =
        at >= 0
            && text.startsWith(block, at)
            && object.members().stream().filter(Node.Member::hasPlace).count() == 1
            && !addedTo(before).equals(before)
            && addedTo(before).endsWith(block);
    if (!alone) {
      return Removal.of(text, object, member.get());
    }
    String rest = text.substring(at + block.length());
    String front = text.substring(0, at);
    String added = ending(before);
    return rest.isEmpty() && !added.isEmpty() && front.endsWith(added)
        ? front.substring(0, front.length() - added.length())
        : front + rest;
  }
}
