package dev.pitstop.textedit;

import java.util.List;
import java.util.Optional;

/// The entry of one server in a client's file.
///
/// @param container the keys above it, the outermost first
/// @param member its name and its value
public record ClientEntry(List<String> container, Node.Member member) {
  public ClientEntry {
    container = List.copyOf(container);
  }

  /// Its name in the client.
  public String name() {
    return member.name();
  }

  /// Its id, unique in the file.
  public String id() {
    return String.join("\n", container) + "\n" + name();
  }

  /// Whether its value is not an object, or has no key.
  public boolean isEmpty() {
    return !(member.value() instanceof Node.Obj o) || o.members().isEmpty();
  }

  /// The key and its value; the last one if the key is repeated.
  public Optional<Node.Member> field(String key) {
    return member.value() instanceof Node.Obj o ? o.member(key) : Optional.empty();
  }

  /// The string under a key; empty if the key is missing or its value is not a string.
  public Optional<String> text(String key) {
    return field(key)
        .flatMap(f -> f.value() instanceof Node.Text t ? Optional.of(t.value()) : Optional.empty());
  }
}
