package dev.pitstop.install;

import dev.pitstop.config.Jsonc;
import dev.pitstop.config.Node;
import dev.pitstop.config.Position;
import dev.pitstop.config.Removal;
import dev.pitstop.config.Trivia;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the servers of a client's JSON file.
final class JsonDocument {
  /// Clients may keep deeply nested data beside their servers.
  private static final int MAX_DEPTH = 1_000;

  private JsonDocument() {}

  static Document.Read read(String text, List<List<String>> containers) {
    if (Trivia.skip(text, 0) == text.length()) {
      return new Document.Read.Good(new Document(text, Format.JSON, List.of()));
    }
    return switch (Jsonc.parse(text, MAX_DEPTH)) {
      case Jsonc.Parsed.Broken(int offset, var path, String message) -> {
        Position at = Position.of(text, offset);
        String where = path.text().isEmpty() ? "" : path.text() + ": ";
        yield new Document.Read.Broken(at.line(), at.column(), where + message);
      }
      case Jsonc.Parsed.Tree(Node root) ->
          new Document.Read.Good(new Document(text, Format.JSON, entries(root, containers)));
    };
  }

  private static List<Entry> entries(Node root, List<List<String>> containers) {
    List<Entry> entries = new ArrayList<>();
    for (List<String> keys : containers) {
      for (Node.Member m : find(root, keys).map(Node.Obj::counting).orElse(List.of())) {
        List<Value.Field> fields = m.value() instanceof Node.Obj o ? fields(o) : List.of();
        entries.add(new Entry(m.name(), keys, m.start(), m.value().end(), fields));
      }
    }
    return entries;
  }

  /// The object under these keys.
  private static Optional<Node.Obj> find(Node root, List<String> keys) {
    Optional<Node.Obj> at = object(root);
    for (String key : keys) {
      at = at.flatMap(o -> o.member(key)).flatMap(m -> object(m.value()));
    }
    return at;
  }

  private static Optional<Node.Obj> object(Node node) {
    return node instanceof Node.Obj o ? Optional.of(o) : Optional.empty();
  }

  private static List<Value.Field> fields(Node.Obj object) {
    List<Value.Field> fields = new ArrayList<>();
    for (Node.Member m : object.counting()) {
      fields.add(
          new Value.Field(
              m.name(), m.start(), m.start(), m.end(), value(m.value()), Value.Form.JSON));
    }
    return fields;
  }

  private static Value value(Node node) {
    return switch (node) {
      case Node.Obj o -> new Value.Fields(o.start(), o.end(), fields(o));
      case Node.Arr a ->
          new Value.Items(a.start(), a.end(), a.items().stream().map(JsonDocument::value).toList());
      case Node.Text t -> new Value.Text(t.start(), t.end(), t.value());
      case Node.Num n -> new Value.Other(n.start(), n.end(), n.lexeme());
      case Node.Bool b -> new Value.Other(b.start(), b.end(), String.valueOf(b.value()));
      case Node.Nil n -> new Value.Other(n.start(), n.end(), "null");
    };
  }

  /// The text without a key of an entry, including duplicates.
  static String without(String text, Entry entry, String key) {
    List<String> path = new ArrayList<>(entry.container());
    path.add(entry.name());
    String left = text;
    while (Jsonc.parse(left, MAX_DEPTH) instanceof Jsonc.Parsed.Tree(Node root)) {
      Optional<Node.Obj> object = find(root, path);
      Optional<Node.Member> member = object.flatMap(o -> o.member(key));
      if (member.isEmpty()) {
        break;
      }
      left = Removal.of(left, object.get(), member.get());
    }
    return left;
  }
}
