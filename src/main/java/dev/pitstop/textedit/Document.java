package dev.pitstop.textedit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A client's file after reading, JSON or TOML: the servers in it, with their positions.
///
/// @param containers the keys that may hold its servers, the outermost first
public record Document(String text, Format format, List<List<String>> containers, Node root) {
  /// The result of reading a text.
  public sealed interface Read {
    record Good(Document document) implements Read {}

    /// @param line from 1
    /// @param column from 1
    /// @param message one line, without a full stop; quotes nothing but keys
    record Broken(int line, int column, String message) implements Read {}
  }

  /// Reads a file's text. An empty text has no servers.
  public static Read read(String text, Format format, List<List<String>> containers) {
    return switch (format.parse(text)) {
      case Parsed.Tree(Node root) -> new Read.Good(new Document(text, format, containers, root));
      case Parsed.Broken(int offset, KeyPath path, String message) -> {
        Position at = Position.of(text, offset);
        String where = path.text().isEmpty() ? "" : path.text() + ": ";
        yield new Read.Broken(at.line(), at.column(), where + message);
      }
    };
  }

  /// Reads another text of the same file; empty if it has a mistake.
  public Optional<Document> again(String other) {
    return read(other, format, containers) instanceof Read.Good(Document document)
        ? Optional.of(document)
        : Optional.empty();
  }

  /// The servers, in the order of the containers and then of the file.
  public List<ClientEntry> entries() {
    return containers.stream().flatMap(this::entries).toList();
  }

  private Stream<ClientEntry> entries(List<String> keys) {
    return find(keys).map(Node.Obj::counting).stream()
        .flatMap(List::stream)
        .map(member -> new ClientEntry(keys, member));
  }

  public Optional<ClientEntry> entry(String id) {
    return entries().stream().filter(e -> e.id().equals(id)).findFirst();
  }

  /// What an entry consists of: its value or, in TOML, all between its header and the next; empty
  /// if it is missing.
  public String part(String id) {
    return entry(id)
        .map(e -> text.substring(e.member().value().start(), e.member().value().end()))
        .orElse("");
  }

  /// The object under these keys.
  private Optional<Node.Obj> find(List<String> keys) {
    Optional<Node.Obj> at = object(root);
    for (String key : keys) {
      at = at.flatMap(o -> o.member(key)).flatMap(m -> object(m.value()));
    }
    return at;
  }

  private static Optional<Node.Obj> object(Node node) {
    return node instanceof Node.Obj o ? Optional.of(o) : Optional.empty();
  }

  @Override
  public String toString() {
    return "Document[" + format + ", " + entries().size() + " servers]";
  }
}
