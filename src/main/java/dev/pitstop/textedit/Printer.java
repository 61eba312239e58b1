package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.List;

/// Writes a value with new blanks: on one line, or in lines with a given indentation. Strings and
/// numbers stay as they were written.
public final class Printer {
  private Printer() {}

  /// How lines are written.
  ///
  /// @param newline what ends a line
  /// @param unit what one level is moved in by
  public record Style(String newline, String unit) {}

  /// Something that can be written. `toString` shows nothing of it.
  public sealed interface Piece {
    String inline();

    /// @param indent of the line that it begins in
    String lines(String indent, Style style);

    default boolean isSimple() {
      return this instanceof Word;
    }
  }

  private record Word(String inline) implements Piece {
    @Override
    public String lines(String indent, Style style) {
      return inline;
    }

    @Override
    public String toString() {
      return "Word";
    }
  }

  private record Member(String key, Piece value) implements Piece {
    @Override
    public String inline() {
      return key + ": " + value.inline();
    }

    @Override
    public String lines(String indent, Style style) {
      return key + ": " + value.lines(indent, style);
    }
  }

  private record Group(String open, List<Piece> pieces, String close) implements Piece {
    @Override
    public String inline() {
      StringBuilder out = new StringBuilder(open);
      for (int i = 0; i < pieces.size(); i++) {
        out.append(i == 0 ? "" : ", ").append(pieces.get(i).inline());
      }
      return out.append(close).toString();
    }

    @Override
    public String lines(String indent, Style style) {
      boolean words = true;
      for (Piece piece : pieces) {
        words &= piece.isSimple();
      }
      if (words) {
        return inline(); // `args` and `{}`
      }
      StringBuilder out = new StringBuilder(open);
      String inner = indent + style.unit();
      for (int i = 0; i < pieces.size(); i++) {
        out.append(i == 0 ? "" : ",").append(style.newline()).append(inner);
        out.append(pieces.get(i).lines(inner, style));
      }
      return out.append(style.newline()).append(indent).append(close).toString();
    }
  }

  /// @param source the text that the node was read from
  public static Piece of(Node node, String source) {
    return switch (node) {
      case Node.Obj object -> {
        List<Piece> members = new ArrayList<>();
        for (Node.Member m : object.members()) {
          members.add(new Member(source.substring(m.keyStart(), m.keyEnd()), of(m.value(), source)));
        }
        yield object(members);
      }
      case Node.Arr array -> {
        List<Piece> items = new ArrayList<>();
        for (Node item : array.items()) {
          items.add(of(item, source));
        }
        yield new Group("[", items, "]");
      }
      case Node.Text t -> new Word(source.substring(t.start(), t.end()));
      case Node.Num n -> new Word(source.substring(n.start(), n.end()));
      case Node.Bool b -> new Word(source.substring(b.start(), b.end()));
      case Node.Nil n -> new Word(source.substring(n.start(), n.end()));
    };
  }

  public static Piece object(List<Piece> members) {
    return new Group("{", List.copyOf(members), "}");
  }

  public static Piece member(String name, Piece value) {
    return new Member(Format.JSON.quote(name), value);
  }
}
