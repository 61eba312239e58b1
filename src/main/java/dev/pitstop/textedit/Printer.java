package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.List;

/// Writes a JSON value with new blanks: on one line, or in lines with a given indentation. Strings
/// and numbers stay as they were written.
public final class Printer {
  private final String source;
  private final Node root;
  private final String newline;
  private final String unit;

  /// @param json a JSON value
  /// @param newline what ends a line
  /// @param unit the indentation of one level
  public Printer(String json, String newline, String unit) {
    if (!(Jsonc.parse(json, Format.MAX_DEPTH) instanceof Parsed.Tree(Node tree))) {
      throw new IllegalArgumentException("not a JSON value");
    }
    this.source = json;
    this.root = tree;
    this.newline = newline;
    this.unit = unit;
  }

  String inline() {
    return inline(root);
  }

  /// @param indent the indentation of the line in which the value begins
  public String lines(String indent) {
    return lines(root, indent);
  }

  private String inline(Node node) {
    List<String> parts = new ArrayList<>();
    return switch (node) {
      case Node.Obj object -> {
        object.members().forEach(m -> parts.add(key(m) + inline(m.value())));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Node.Arr array -> {
        array.items().forEach(item -> parts.add(inline(item)));
        yield "[" + String.join(", ", parts) + "]";
      }
      case Node.Text _, Node.Num _, Node.Bool _, Node.Nil _ ->
          source.substring(node.start(), node.end());
    };
  }

  /// An empty object and an array of plain values, such as `args`, stay on their line.
  private String lines(Node node, String indent) {
    String inner = indent + unit;
    List<String> parts = new ArrayList<>();
    if (node instanceof Node.Obj object) {
      object.members().forEach(m -> parts.add(key(m) + lines(m.value(), inner)));
    } else if (node instanceof Node.Arr array && array.items().stream().anyMatch(Printer::nests)) {
      array.items().forEach(item -> parts.add(lines(item, inner)));
    }
    String all = inline(node);
    return parts.isEmpty()
        ? all
        : all.charAt(0)
            + newline
            + inner
            + String.join("," + newline + inner, parts)
            + newline
            + indent
            + all.charAt(all.length() - 1);
  }

  private static boolean nests(Node node) {
    return node instanceof Node.Obj || node instanceof Node.Arr;
  }

  private String key(Node.Member member) {
    return source.substring(member.start(), member.keyEnd()) + ": ";
  }
}
