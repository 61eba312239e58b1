package dev.pitstop.install;

import java.util.List;
import java.util.Optional;

/// What a client's file says of one server.
///
/// @param name as the client knows it
/// @param container the keys above it, from the outside in
/// @param at where it begins
/// @param end where it ends; of a TOML table its last key does
/// @param fields of several of one name only the last, which counts
record Entry(String name, List<String> container, int at, int end, List<Value.Field> fields) {
  Entry {
    container = List.copyOf(container);
    fields = List.copyOf(fields);
  }

  /// What tells it from all others of its file.
  String id() {
    return String.join("\n", container) + "\n" + name;
  }

  Optional<Value.Field> field(String key) {
    return find(fields, key);
  }

  /// The text under a key; empty if there is none, or something else than a text.
  Optional<String> text(String key) {
    return field(key).map(Value.Field::value).flatMap(Entry::text);
  }

  static Optional<String> text(Value value) {
    return value instanceof Value.Text t ? Optional.of(t.value()) : Optional.empty();
  }

  static Optional<Value.Field> find(List<Value.Field> fields, String key) {
    return fields.stream().filter(f -> f.name().equals(key)).reduce((a, b) -> b);
  }
}
