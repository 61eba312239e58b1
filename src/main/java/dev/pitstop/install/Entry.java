package dev.pitstop.install;

import java.util.List;
import java.util.Optional;

/// The entry of one server in a client's file.
///
/// @param name its name in the client
/// @param container the keys above it, the outermost first
/// @param at the offset of its start
/// @param end the offset of its end; for a TOML table, the end of its last key
/// @param fields without duplicates: only the last field of a name counts
record Entry(String name, List<String> container, int at, int end, List<Value.Field> fields) {
  Entry {
    container = List.copyOf(container);
    fields = List.copyOf(fields);
  }

  /// Its id, unique in the file.
  String id() {
    return String.join("\n", container) + "\n" + name;
  }

  Optional<Value.Field> field(String key) {
    return find(fields, key);
  }

  /// The string under a key; empty if the key is missing or its value is not a string.
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
